import { createClient } from '@libsql/client'
import { drizzle as onLibsql } from 'drizzle-orm/libsql'
import { Kysely, SqliteDialect } from 'kysely'
import SqliteDatabase from 'libsql'
import { expect, test } from 'vitest'
import * as sqliteSchema from '../../schemas/drizzle-sqlite.js'
import type { CompleteAdapter } from '../../src/adapters/complete-adapter.js'
import { drizzle } from '../../src/adapters/drizzle.js'
import { kysely } from '../../src/adapters/kysely.js'
import { sqlite } from '../../src/adapters/sqlite.js'
import { schemaStatements } from '../support/stores/schema.js'

/** A trigger that silently skips all new rows of a table. */
const skipAll = (table: string): string =>
  `CREATE TRIGGER skip_all BEFORE INSERT ON ${table} BEGIN SELECT RAISE(IGNORE); END`

type Creating = Pick<CompleteAdapter, 'createUser' | 'getUser'>

const adapters: Readonly<Record<string, () => Promise<Creating>>> = {
  async 'sqlite()'() {
    const database = createClient({ url: ':memory:' })
    const adapter = sqlite(database)
    await adapter.getUser('creates the tables')
    await database.execute(skipAll('auth_users'))
    return adapter
  },
  async 'kysely()'() {
    const database = new SqliteDatabase(':memory:')
    for (const statement of await schemaStatements('sqlite.sql')) database.exec(statement)
    database.exec(skipAll('users'))
    const db = new Kysely<any>({ dialect: new SqliteDialect({ database: database as never }) })
    const tables = { users: 'users', accounts: 'accounts' } as never
    return kysely(db, { dialect: 'sqlite', tables }) as unknown as Creating
  },
  async 'drizzle()'() {
    const database = createClient({ url: ':memory:' })
    for (const statement of await schemaStatements('sqlite.sql')) await database.execute(statement)
    await database.execute(skipAll('users'))
    return drizzle(onLibsql(database), sqliteSchema) as unknown as Creating
  },
}

test.each(Object.keys(adapters))(
  'createUser of %s rejects if the database skips the insert',
  async (name) => {
    const adapter = (await adapters[name]?.()) as Creating
    await expect(adapter.createUser({ email: 'ada@example.com', emailVerified: null })).rejects.toThrow(
      'The database returned no row after an insert into "users". Check its triggers and its row-level security.',
    )
  },
)
