import { createClient } from '@libsql/client'
import { Client } from 'pg'

/** Locks the row of an account in PostgreSQL, or the file of SQLite, for writing. Returns a function that ends the lock. */
export async function lockAccount(address: string, providerAccountId: string): Promise<() => Promise<void>> {
  return address.startsWith('postgres') ? lockRow(address, providerAccountId) : lockFile(address)
}

async function lockRow(address: string, providerAccountId: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: address })
  await client.connect()
  await client.query('BEGIN')
  const select = 'SELECT 1 FROM auth_accounts WHERE "providerAccountId" = $1 FOR UPDATE'
  const { rowCount } = await client.query(select, [providerAccountId])
  if (rowCount !== 1) throw new Error('There is no row to lock.')
  return async () => {
    await client.query('COMMIT')
    await client.end()
  }
}

async function lockFile(file: string): Promise<() => Promise<void>> {
  const client = createClient({ url: `file:${file}` })
  const transaction = await client.transaction('write')
  return async () => {
    await transaction.commit()
    client.close()
  }
}
