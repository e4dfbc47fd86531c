import { Kysely, SqliteDialect } from 'kysely'
import SqliteDatabase from 'libsql'
import { createStorage } from 'unstorage'
import { expect, test } from 'vitest'
import type { CompleteAdapter } from '../../src/adapters/complete-adapter.js'
import { kysely } from '../../src/adapters/kysely.js'
import { memory } from '../../src/adapters/memory.js'
import { sqlite } from '../../src/adapters/sqlite.js'
import { unstorage } from '../../src/adapters/unstorage.js'
import { schemaStatements } from '../support/stores/schema.js'

type Removing = Pick<
  CompleteAdapter,
  'createUser' | 'getUser' | 'linkAccount' | 'getUserByAccount' | 'unlinkAccount' | 'deleteUser'
> &
  Partial<Pick<CompleteAdapter, 'deleteLoginsByUserId' | 'deleteSessionsByUserId'>>

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

test.each(Object.keys(adapters))('%s removes nothing if JavaScript passes no id', async (name) => {
  const adapter = (await adapters[name]?.()) as Removing
  const user = await adapter.createUser({ name: 'Ada', email: 'ada@example.com', emailVerified: null })
  const key = { provider: 'acme', providerAccountId: '7' }
  await adapter.linkAccount({ ...key, userId: user.id, type: 'oauth' })
  const none = undefined as never
  // A rejection is as good as no effect.
  const calls: readonly (() => unknown)[] = [
    () => adapter.deleteUser(none),
    () => adapter.unlinkAccount({ provider: 'acme', providerAccountId: none }),
    () => adapter.deleteLoginsByUserId?.(none),
    () => adapter.deleteSessionsByUserId?.(none),
  ]
  for (const call of calls)
    await Promise.resolve()
      .then(call)
      .catch(() => undefined)
  expect(await adapter.getUser(user.id)).toMatchObject({ email: 'ada@example.com' })
  expect(await adapter.getUserByAccount(key)).toMatchObject({ id: user.id })
})
