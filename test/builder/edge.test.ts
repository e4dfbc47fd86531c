import { expect, test, vi } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { pg } from '../../src/adapters/pg.js'
import { sqlite } from '../../src/adapters/sqlite.js'
import { UnsupportedStrategy } from '../../src/errors.js'
import { github } from '../../src/providers/github.js'
import { createAuth, resolved, specOf } from './support.js'

// The module that the `imports` field of package.json selects for the edge.
vi.mock('#reach', () => import('../../src/platform/edge-reach.js'))

const base = createAuth().provider(github())

test.each([
  ['pg()', pg('postgres://db.example.com/app')],
  ['sqlite()', sqlite('auth.db')],
  ['sqlite()', sqlite({ file: 'auth.db' })],
  ['memory()', memory()],
  ['pg()', { ...pg('postgres://db.example.com/app'), createUser: memory().createUser }],
])('database sessions with %s on the edge are refused by .build()', (name, adapter) => {
  const builder = base.adapter(adapter)
  const sentence =
    `Strategy 'database' does not work with ${name} in the edge runtime. ` +
    "Run this code on Node.js, as proxy.ts or with `runtime: 'nodejs'`, or choose strategy 'jwt'."
  expect(() => specOf(builder)).toThrow(new UnsupportedStrategy(sentence))
  expect(() => specOf(builder)).toThrow(UnsupportedStrategy)
})

test('database sessions with sqlite() on the edge are refused in a configuration per request', async () => {
  const lazy = createAuth(() => base.adapter(sqlite('auth.db')))
  await expect(resolved(lazy)).rejects.toThrow(/^Strategy 'database' does not work with sqlite\(\)/)
})

test('a configuration on the edge may use token sessions, or a database client that can work there', () => {
  const refuse = async (): Promise<never> => {
    throw new Error('Nothing is asked when a configuration is built.')
  }
  const pool = { query: refuse, connect: refuse }
  const client = { execute: refuse, batch: refuse }
  for (const adapter of [pg(pool), sqlite({ client })]) {
    expect(specOf(base.adapter(adapter)).session.strategy).toBe('database')
  }
  for (const adapter of [pg('postgres://db.example.com/app'), memory()]) {
    expect(specOf(base.adapter(adapter).session({ strategy: 'jwt' })).session.strategy).toBe('jwt')
  }
})
