import { createClient } from '@libsql/client'
import { drizzle as onLibsql } from 'drizzle-orm/libsql'
import { withReplicas } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import * as schema from '../../../schemas/drizzle-sqlite.js'
import { drizzle } from '../../../src/adapters/drizzle.js'
import { schemaStatements } from '../../support/stores/schema.js'

async function database() {
  const client = createClient({ url: ':memory:' })
  for (const statement of await schemaStatements('sqlite.sql')) await client.execute(statement)
  return onLibsql(client)
}

const user = { id: 'ada', name: 'Ada', email: 'ada@example.com', emailVerified: null, image: null }

test('drizzle() deletes a session that has not reached a read replica yet', async () => {
  const primary = await database()
  const adapter = drizzle(withReplicas(primary, [await database()]), schema)
  await adapter.createUser(user)
  await adapter.createSession({
    sessionToken: 'token',
    userId: 'ada',
    expires: new Date(Date.now() + 60_000),
  })
  expect(await adapter.getSessionAndUser('token')).toMatchObject({ user: { id: 'ada' } })
  await adapter.deleteSession('token')
  expect(await drizzle(primary, schema).getSessionAndUser('token')).toBeNull()
})
