import { Kysely, type KyselyPlugin, SqliteDialect } from 'kysely'
import SqliteDatabase from 'libsql'
import { expect, test } from 'vitest'
import { kysely } from '../../src/adapters/kysely.js'
import { schemaStatements } from '../support/stores/schema.js'

const tables = { users: 'users', accounts: 'accounts', sessions: 'sessions' } as never

/** Returns no rows for `select`, like a proxy whose replica has not received the rows yet. */
function emptyReplica(): KyselyPlugin {
  const selects = new WeakSet<object>()
  return {
    transformQuery({ node, queryId }) {
      if (node.kind === 'SelectQueryNode') selects.add(queryId)
      return node
    },
    transformResult: async ({ result, queryId }) => (selects.has(queryId) ? { ...result, rows: [] } : result),
  }
}

test('kysely() deletes and updates rows that have not reached the replica yet', async () => {
  const database = new SqliteDatabase(':memory:')
  for (const statement of await schemaStatements('sqlite.sql')) database.exec(statement)
  const db = new Kysely<any>({ dialect: new SqliteDialect({ database: database as never }) })
  const primary = kysely(db, { dialect: 'sqlite', tables })
  const lagging = kysely(db.withPlugin(emptyReplica()), { dialect: 'sqlite', tables })
  await primary.createUser({
    id: 'ada',
    name: 'Ada',
    email: 'ada@example.com',
    emailVerified: null,
    image: null,
  })
  for (const sessionToken of ['first', 'second']) {
    await primary.createSession({ sessionToken, userId: 'ada', expires: new Date(Date.now() + 60_000) })
  }
  await lagging.deleteSession('first')
  expect(await primary.getSessionAndUser('first')).toBeNull()
  await lagging.updateUser({ id: 'ada', name: 'Ada L.' })
  expect(await primary.getUser('ada')).toMatchObject({ name: 'Ada L.' })
  await lagging.deleteUser('ada')
  expect(await primary.getUser('ada')).toBeNull()
  expect(await primary.getSessionAndUser('second')).toBeNull()
})
