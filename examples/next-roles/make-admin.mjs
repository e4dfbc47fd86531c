/* Makes a user, who has signed in before, an administrator: npm run make-admin -- <e-mail address> */
import { createClient } from '@libsql/client'

const database = createClient({ url: process.env.DATABASE_URL ?? 'file:auth.db' })
const [, , email = ''] = process.argv
const { rowsAffected } = await database.execute({
  sql: "update auth_users set role = 'admin' where email = ?",
  args: [email],
})
console.log(rowsAffected === 1 ? `${email} is an administrator.` : `No user has the e-mail address ${email}.`)
