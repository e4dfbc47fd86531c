import { Kysely, SqliteDialect } from 'kysely'
import SqliteDatabase from 'libsql'
import { describe, expect, it } from 'vitest'
import { type KyselyAdapter, kysely } from '../../../src/adapters/kysely.js'
import { AdapterError } from '../../../src/errors.js'
import { schemaStatements } from '../../support/stores/schema.js'

const tables = {
  users: 'users',
  accounts: 'accounts',
  sessions: 'sessions',
  verificationTokens: 'verification_tokens',
  passwords: 'passwords',
} as const

const expires = new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000)

/** An adapter over a database in memory, with more columns in the table of users. */
async function opened(...columns: readonly string[]) {
  const database = new SqliteDatabase(':memory:')
  for (const statement of await schemaStatements('sqlite.sql')) database.exec(statement)
  for (const column of columns) database.exec(`ALTER TABLE users ADD COLUMN ${column}`)
  const db = new Kysely<any>({ dialect: new SqliteDialect({ database: database as never }) })
  const adapter = kysely(db, { dialect: 'sqlite', tables } as never) as KyselyAdapter<any, any>
  const { id } = await adapter.createUser({ email: 'ada@example.com', emailVerified: null } as never)
  return { database, adapter: adapter as any, id: id as string }
}

describe('kysely() on SQLite', () => {
  it.each([
    ['users', 'emailVerified', (adapter: any, id: string) => adapter.getUser(id)],
    ['sessions', 'expires', (adapter: any) => adapter.getSessionAndUser('token')],
    ['passwords', 'changedAt', (adapter: any, userId: string) => adapter.getPassword({ userId, tenant: '' })],
  ])('kysely() rejects a row of %s whose %s is not a date', async (table, column, read) => {
    const { database, adapter, id: userId } = await opened()
    await adapter.createSession({ sessionToken: 'token', userId, expires })
    const password = { userId, tenant: '', hash: 'hash', epoch: 'epoch', changedAt: expires }
    await adapter.setPasswordIf(password, null)
    expect(await read(adapter, userId)).not.toBeNull()
    database.exec(`UPDATE ${table} SET ${column} = 'yesterday'`)
    await expect(read(adapter, userId)).rejects.toThrow(
      `The column "${column}" contains no date. Store dates as milliseconds since 1970.`,
    )
  })

  it('kysely() rejects an account whose authorization details are invalid JSON', async () => {
    const { database, adapter, id: userId } = await opened()
    await adapter.linkAccount({ userId, provider: 'acme', providerAccountId: '1', type: 'oidc' })
    database.exec("UPDATE accounts SET authorization_details = '{'")
    await expect(adapter.getAccount('1', 'acme')).rejects.toThrow(
      new AdapterError('The column "authorization_details" contains no valid JSON.'),
    )
  })

  it('kysely() reads dates that the driver returns as bigint', async () => {
    const { database, adapter, id: userId } = await opened()
    const password = { userId, tenant: '', hash: 'hash', epoch: 'epoch', changedAt: expires }
    await adapter.setPasswordIf(password, null)
    await adapter.createSession({ sessionToken: 'token', userId, expires, createdAt: expires })
    database.defaultSafeIntegers(true)
    expect(await adapter.getPassword({ userId, tenant: '' })).toEqual(password)
    expect(await adapter.getSessionAndUser('token')).toMatchObject({ session: { expires } })
  })

  it('kysely() does not convert the values of custom columns', async () => {
    const { database, adapter, id } = await opened('expires TEXT', 'changedAt TEXT')
    database.exec("UPDATE users SET expires = 'never', changedAt = 'today'")
    expect(await adapter.getUser(id)).toMatchObject({ expires: 'never', changedAt: 'today' })
  })
})
