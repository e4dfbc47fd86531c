import { createClient } from '@libsql/client'
import { drizzle as onLibsql } from 'drizzle-orm/libsql'
import { expect, it } from 'vitest'
import * as schema from '../../../schemas/drizzle-sqlite.js'
import { drizzle } from '../../../src/adapters/drizzle.js'
import { schemaStatements } from '../../support/stores/schema.js'

async function database() {
  const client = createClient({ url: ':memory:' })
  for (const statement of await schemaStatements('sqlite.sql')) await client.execute(statement)
  return onLibsql(client)
}

const expires = new Date(Date.now() + 60_000)

it('drizzle() stores a hash instead of the session token', async () => {
  const db = await database()
  const adapter = drizzle(db, schema)
  const { id } = await adapter.createUser({ email: null, emailVerified: null })
  await adapter.createSession({ sessionToken: 'token', userId: id, expires })
  expect(await db.select().from(schema.sessions)).toMatchObject([
    { sessionToken: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ])
})

it.each([undefined, null])('drizzle() has no methods for a table that is %s', async (sessions) => {
  const adapter = drizzle(await database(), { ...schema, sessions } as never)
  expect(adapter).toHaveProperty('createUser')
  expect(adapter).not.toHaveProperty('createSession')
})

it('drizzle() lists no sessions if it is configured to store plain session tokens', async () => {
  const db = await database()
  const adapter = drizzle(db, schema, { sessionTokens: 'plain' })
  const { id } = await adapter.createUser({ email: null, emailVerified: null })
  await adapter.createSession({ sessionToken: 'token', userId: id, expires })
  expect(await db.select().from(schema.sessions)).toMatchObject([{ sessionToken: 'token' }])
  expect(await adapter.getSessionAndUser('token')).toMatchObject({ session: { expires }, user: { id } })
  expect(adapter).not.toHaveProperty('listSessionsByUserId')
})
