import { createClient } from '@libsql/client'
import { drizzle as onLibsql } from 'drizzle-orm/libsql'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { Kysely, SqliteDialect } from 'kysely'
import SqliteDatabase from 'libsql'
import { describe, expect, it } from 'vitest'
import * as schema from '../../schemas/drizzle-sqlite.js'
import type { Adapter } from '../../src/adapters/contract.js'
import { drizzle } from '../../src/adapters/drizzle.js'
import { kysely } from '../../src/adapters/kysely.js'

/*
 * Application tables from before session metadata existed, or with columns of the same names for other data.
 */

const nobody = { email: null, emailVerified: null }
const expires = new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000)
const facts = {
  createdAt: new Date(expires.getTime() - 7_200_000),
  lastUsedAt: new Date(expires.getTime() - 3_600_000),
  userAgent: 'Firefox',
  networkAddress: '203.0.113.7',
}

const users =
  'CREATE TABLE users (id TEXT PRIMARY KEY, name TEXT, email TEXT UNIQUE, emailVerified INTEGER, image TEXT)'
const accounts =
  'CREATE TABLE accounts (userId TEXT, type TEXT, provider TEXT, providerAccountId TEXT, PRIMARY KEY (provider, providerAccountId))'
const columns = ['sessionToken TEXT PRIMARY KEY', 'userId TEXT NOT NULL', 'expires INTEGER NOT NULL']
const migration = [
  'ALTER TABLE sessions ADD COLUMN createdAt INTEGER',
  'ALTER TABLE sessions ADD COLUMN lastUsedAt INTEGER',
  'ALTER TABLE sessions ADD COLUMN userAgent TEXT',
  'ALTER TABLE sessions ADD COLUMN networkAddress TEXT',
]

const before = {
  sessionToken: text().primaryKey(),
  userId: text().notNull(),
  expires: integer({ mode: 'timestamp_ms' }).notNull(),
}
const ofBefore = sqliteTable('sessions', before)
const withOwnColumns = sqliteTable('sessions', { ...before, createdAt: text(), userAgent: integer() })
const withOwnDate = sqliteTable('sessions', {
  ...before,
  createdAt: integer({ mode: 'timestamp_ms' }).default(new Date(1000)),
})

/** A database, and the adapter that a process opens with one version of the application's tables. */
interface Database {
  run(statement: string): Promise<unknown>
  adapter(sessions: 'before' | 'own' | 'ownDate' | 'now'): Adapter
}

const databases: Readonly<Record<string, () => Promise<Database>>> = {
  async drizzle() {
    const client = createClient({ url: ':memory:' })
    const { users, accounts } = schema
    const tables = { before: ofBefore, own: withOwnColumns, ownDate: withOwnDate, now: schema.sessions }
    return {
      run: (statement) => client.execute(statement),
      adapter: (sessions) =>
        drizzle(onLibsql(client), { users, accounts, sessions: tables[sessions] }) as Adapter,
    }
  },
  async kysely() {
    const database = new SqliteDatabase(':memory:')
    const options = {
      dialect: 'sqlite',
      tables: { users: 'users', accounts: 'accounts', sessions: 'sessions' },
    }
    return {
      run: async (statement) => database.exec(statement),
      adapter: () =>
        kysely(
          new Kysely<never>({ dialect: new SqliteDialect({ database: database as never }) }),
          options as never,
        ),
    }
  },
}

describe.each(Object.entries(databases))('the tables of an application with %s', (_, open) => {
  async function database(...own: string[]): Promise<Database> {
    const opened = await open()
    await opened.run(users)
    await opened.run(accounts)
    await opened.run(`CREATE TABLE sessions (${[...columns, ...own].join(', ')})`)
    return opened
  }

  it('adapters store sessions in tables without columns for session metadata', async () => {
    const adapter = (await database()).adapter('before')
    const { id: userId } = (await adapter.createUser?.(nobody)) ?? { id: '' }
    await adapter.createSession?.({ sessionToken: 'a', userId, expires, ...facts })
    await adapter.updateSession?.({ sessionToken: 'a', lastUsedAt: expires })
    expect((await adapter.getSessionAndUser?.('a'))?.session).toEqual({ sessionToken: 'a', userId, expires })
  })

  it('session metadata does not overwrite custom columns with the same names', async () => {
    const opened = await database("createdAt TEXT DEFAULT 'on Monday'", 'userAgent INTEGER DEFAULT 7')
    const adapter = opened.adapter('own')
    const { id: userId } = (await adapter.createUser?.(nobody)) ?? { id: '' }
    await adapter.createSession?.({ sessionToken: 'a', userId, expires, ...facts })
    const found = await adapter.getSessionAndUser?.('a')
    expect(found?.session).toMatchObject({ sessionToken: 'a', userId, expires })
    expect(found?.session.createdAt).toBeUndefined()
    expect(found?.session.networkAddress).toBeUndefined()
  })

  it('a date column of the application is not returned as session metadata', async () => {
    const adapter = (await database('createdAt INTEGER DEFAULT 1000')).adapter('ownDate')
    const { id: userId } = (await adapter.createUser?.(nobody)) ?? { id: '' }
    const session = { sessionToken: 'a', userId, expires }
    expect(await adapter.createSession?.({ ...session, ...facts })).toEqual(session)
    expect((await adapter.getSessionAndUser?.('a'))?.session).toEqual(session)
    const id = expect.stringMatching(/^[0-9a-f]{64}$/)
    expect(await adapter.listSessionsByUserId?.(userId)).toEqual([{ id, userId, expires }])
    expect(await adapter.updateSession?.(session)).toEqual(session)
    expect(await adapter.deleteSession?.('a')).toEqual(session)
  })

  it('adapters store session metadata after the migration, and keep earlier sessions', async () => {
    const opened = await database()
    const old = opened.adapter('before')
    const { id: userId } = (await old.createUser?.(nobody)) ?? { id: '' }
    await old.createSession?.({ sessionToken: 'a', userId, expires, ...facts })
    for (const statement of migration) await opened.run(statement)
    const adapter = opened.adapter('now')
    await adapter.createSession?.({ sessionToken: 'b', userId, expires, ...facts })
    expect((await adapter.getSessionAndUser?.('a'))?.session).toEqual({ sessionToken: 'a', userId, expires })
    expect((await adapter.getSessionAndUser?.('b'))?.session).toEqual({
      sessionToken: 'b',
      userId,
      expires,
      ...facts,
    })
    // A process of the previous version runs at the same time.
    await old.updateSession?.({ sessionToken: 'b', expires: new Date(expires.getTime() + 1000) })
    expect((await adapter.getSessionAndUser?.('b'))?.session).toMatchObject(facts)
  })
})
