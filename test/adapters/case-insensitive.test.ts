import { createClient } from '@libsql/client'
import { drizzle as onLibsql } from 'drizzle-orm/libsql'
import { Kysely, SqliteDialect } from 'kysely'
import SqliteDatabase from 'libsql'
import { describe, expect, it } from 'vitest'
import * as sqliteSchema from '../../schemas/drizzle-sqlite.js'
import type { CompleteAdapter } from '../../src/adapters/complete-adapter.js'
import { drizzle } from '../../src/adapters/drizzle.js'
import { kysely } from '../../src/adapters/kysely.js'
import { schemaStatements } from '../support/stores/schema.js'

/** The schema of the package, with columns that compare strings case-insensitively. */
async function looseSchema(): Promise<readonly string[]> {
  const statements = await schemaStatements('sqlite.sql')
  return statements.map((statement) => statement.replace(/ text\b/g, ' text COLLATE NOCASE'))
}

const adapters: Readonly<Record<string, () => Promise<CompleteAdapter>>> = {
  async 'kysely()'() {
    const database = new SqliteDatabase(':memory:')
    for (const statement of await looseSchema()) database.exec(statement)
    const db = new Kysely<any>({ dialect: new SqliteDialect({ database: database as never }) })
    const tables = {
      users: 'users',
      accounts: 'accounts',
      sessions: 'sessions',
      verificationTokens: 'verification_tokens',
      authenticators: 'authenticators',
    } as never
    return kysely(db, { dialect: 'sqlite', tables }) as unknown as CompleteAdapter
  },
  async 'drizzle()'() {
    const database = createClient({ url: ':memory:' })
    for (const statement of await looseSchema()) await database.execute(statement)
    return drizzle(onLibsql(database), sqliteSchema) as unknown as CompleteAdapter
  },
}

const account = { provider: 'acme', providerAccountId: 'abc' }
const token = { identifier: 'ada@example.com', token: 'hash' }
const authenticator = {
  credentialID: 'key=',
  providerAccountId: 'key=',
  credentialPublicKey: 'public',
  counter: 1,
  credentialDeviceType: 'singleDevice',
  credentialBackedUp: false,
}

/** All rows of the user `ada`. */
async function rowsOf(adapter: CompleteAdapter) {
  return {
    user: await adapter.getUser('ada'),
    accounts: await adapter.listAccountsByUserId('ada'),
    sessions: await adapter.listSessionsByUserId('ada'),
    authenticator: await adapter.getAuthenticator('key='),
  }
}

describe.each(Object.keys(adapters))('%s on columns that ignore case', (name) => {
  it.each<[string, (adapter: CompleteAdapter, sessionId: string) => unknown]>([
    ['deleteUser', (adapter) => adapter.deleteUser('ADA')],
    ['updateUser', (adapter) => adapter.updateUser({ id: 'ADA', name: 'Eve' })],
    ['unlinkAccount', (adapter) => adapter.unlinkAccount({ ...account, providerAccountId: 'ABC' })],
    [
      'updateAccount',
      (adapter) =>
        adapter.updateAccount({
          ...account,
          type: 'oauth',
          providerAccountId: 'ABC',
          userId: 'ada',
          scope: 'x',
        }),
    ],
    ['deleteSessionById', (adapter, id) => adapter.deleteSessionById(id.toUpperCase())],
    ['deleteSessionsByUserId', (adapter) => adapter.deleteSessionsByUserId('ADA')],
    ['deleteLoginsByUserId', (adapter) => adapter.deleteLoginsByUserId('ADA')],
    ['deleteAuthenticator', (adapter) => adapter.deleteAuthenticator('KEY=')],
    ['updateAuthenticatorCounter', (adapter) => adapter.updateAuthenticatorCounter('KEY=', 7)],
  ])('%s changes no row if an argument differs in letter case', async (_method, call) => {
    const adapter = (await adapters[name]?.()) as CompleteAdapter
    await adapter.createUser({ id: 'ada', email: 'ada@example.com', emailVerified: null } as never)
    await adapter.linkAccount({ ...account, userId: 'ada', type: 'oauth' })
    const expires = new Date(Date.now() + 3_600_000)
    await adapter.createSession({ sessionToken: 'session', userId: 'ada', expires })
    await adapter.createAuthenticator({ ...authenticator, userId: 'ada' })
    const before = await rowsOf(adapter)
    expect(before.sessions).toHaveLength(1)
    const [session] = before.sessions
    // An error is also acceptable.
    await Promise.resolve()
      .then(() => call(adapter, String(session?.id)))
      .catch(() => undefined)
    expect(await rowsOf(adapter)).toEqual(before)
  })

  it('useVerificationToken keeps the token valid if an argument differs in letter case', async () => {
    const adapter = (await adapters[name]?.()) as CompleteAdapter
    await adapter.createVerificationToken({ ...token, expires: new Date(Date.now() + 3_600_000) })
    expect(await adapter.useVerificationToken({ ...token, token: 'HASH' })).toBeNull()
    expect(await adapter.useVerificationToken(token)).toMatchObject(token)
  })
})
