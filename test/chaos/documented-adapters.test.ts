import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Adapter } from '../../src/adapters/contract.js'
import { examplesOf, written } from './support/documented.js'
import { type PostgresServer, postgresServer } from './support/postgres-server.js'

let server: PostgresServer

beforeAll(async () => {
  server = await postgresServer()
  await server.start()
  await server.query(
    'CREATE TABLE users (id text, name text, email text, "emailVerified" timestamptz, image text, role text)',
  )
  // One example stores its tables in this schema. The page says to create it first.
  await server.query('CREATE SCHEMA authwright')
}, 60_000)

afterAll(() => server?.remove(), 60_000)

const examples = examplesOf('docs/adapters.md').filter(
  ({ code }) => code.includes("from 'pg'") && code.includes('export const adapter'),
)

test('docs/adapters.md has examples with a pool of pg', () => {
  expect(examples.length).toBeGreaterThanOrEqual(2)
})

// An error without a listener ends the process, and fails this test.
test.each(examples)('docs/adapters.md, $file, survives a restart of PostgreSQL', async (example) => {
  process.env['DATABASE_URL'] = server.url
  const { adapter } = (await import(written('adapters', [example]))) as {
    adapter: Adapter
  }
  const read = (): Promise<unknown> => Promise.resolve(adapter.getUser?.('nobody'))
  // Several connections, which are idle when the server stops.
  await Promise.all(Array.from({ length: 5 }, read))
  await server.stop()
  await expect(read()).rejects.toThrow(/is not reachable/)
  await server.start()
  await sleep(100)
  expect(await read()).toBeNull()
})
