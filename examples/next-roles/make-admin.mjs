/* npm run make-admin -- <address>: of a user who has signed in before. */
import { createClient } from '@libsql/client'

const database = createClient({ url: process.env.DATABASE_URL ?? 'file:auth.db' })
const [, , address = ''] = process.argv
const { rowsAffected } = await database.execute({
  sql: "update auth_users set role = 'admin' where email = ?",
  args: [address],
})
console.log(rowsAffected === 1 ? `${address} is an administrator.` : `Nobody has the address ${address}.`)
