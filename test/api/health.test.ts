import { expect, test } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { createAuth } from '../../src/index.js'
import { credentials } from '../../src/providers/credentials.js'
import { memoryStore } from '../../src/stores/memory.js'
import { app, SECRET } from '../support/app.js'

const providers = [credentials({ input: {}, authorize: () => null })] as const

test('says that database and store respond', async () => {
  const health = await app({ providers, adapter: memory() }).health()
  expect(health).toEqual({
    ok: true,
    clock: 'ok',
    database: { ok: true, milliseconds: expect.any(Number) },
    store: { ok: true, milliseconds: expect.any(Number) },
  })
})

test('names no database without an adapter', async () => {
  const health = await app({ providers }).health()
  expect(health.ok).toBe(true)
  expect(health.database).toBeUndefined()
})

test('is not ok while the database or the store is down, and says why', async () => {
  const down = (): never => {
    throw new Error('connect ECONNREFUSED 10.0.0.7:5432')
  }
  const database = await app({ providers, adapter: { ...memory(), getUser: down } }).health()
  expect(database).toMatchObject({
    ok: false,
    database: { ok: false, reason: expect.stringContaining('10.0.0.7') },
    store: { ok: true },
  })
  const store = { ...memoryStore(), get: down }
  const stored = await app({ providers, options: { secret: SECRET, store } }).health()
  expect(stored).toMatchObject({ ok: false, store: { ok: false } })
})

test.each([
  [30_000, 'ok'],
  [90_000, 'differs'],
  [-90_000, 'differs'],
])('a database whose clock is %i ms ahead: %s', async (ahead, clock) => {
  const adapter = { ...memory(), serverTime: async () => new Date(Date.now() + ahead) }
  const health = await app({ providers, adapter }).health()
  expect([health.ok, health.clock]).toEqual([true, clock])
  expect(Math.abs((health.database?.clockAhead ?? 0) - ahead)).toBeLessThan(1_000)
})

test('close closes the adapter', async () => {
  let closed = 0
  const adapter = { ...memory(), close: async () => void closed++ }
  const auth = createAuth()
    .adapter(adapter)
    .provider(credentials({ input: {}, authorize: () => null }))
    .session({ strategy: 'jwt' })
    .build()
  await auth.close()
  expect(closed).toBe(1)
})

test.each([
  [
    'a lazy configuration that throws',
    () =>
      createAuth(() => {
        throw new Error('vault down')
      }).build(),
    'vault down',
  ],
  [
    'no secret',
    () =>
      createAuth()
        .provider(credentials({ input: {}, authorize: () => null }))
        .build(),
    'AUTH_SECRET',
  ],
])('is not ok, and rejects nothing, with %s', async (_, application, reason) => {
  const health = await application().health()
  expect(health).toMatchObject({
    ok: false,
    reason: expect.stringContaining(reason),
    store: { ok: false, reason: expect.stringContaining(reason) },
  })
})
