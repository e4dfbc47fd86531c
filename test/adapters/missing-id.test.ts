import { Kysely, SqliteDialect } from 'kysely'
import SqliteDatabase from 'libsql'
import { createStorage } from 'unstorage'
import { test } from 'vitest'
import { kysely } from '../../src/adapters/kysely.js'
import { memory } from '../../src/adapters/memory.js'
import { sqlite } from '../../src/adapters/sqlite.js'
import { unstorage } from '../../src/adapters/unstorage.js'
import { expectNothingRemoved, type Removing } from '../support/missing-id.js'
import { schemaStatements } from '../support/stores/schema.js'

const adapters: Readonly<Record<string, () => Promise<Removing>>> = {
  memory: async () => memory(),
  'sqlite()': async () => sqlite(':memory:'),
  'unstorage()': async () => unstorage(createStorage()),
  async 'kysely()'() {
    const database = new SqliteDatabase(':memory:')
    for (const statement of await schemaStatements('sqlite.sql')) database.exec(statement)
    const db = new Kysely<any>({ dialect: new SqliteDialect({ database: database as never }) })
    const tables = { users: 'users', accounts: 'accounts', sessions: 'sessions' } as never
    return kysely(db, { dialect: 'sqlite', tables }) as unknown as Removing
  },
}

test.each(Object.keys(adapters))('%s removes nothing if the id is missing', async (name) => {
  await expectNothingRemoved((await adapters[name]?.()) as Removing)
})
