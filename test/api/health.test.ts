import { expect, test } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { createAuth } from '../../src/index.js'
import { credentials } from '../../src/providers/credentials.js'
import { memoryStore } from '../../src/stores/memory.js'
import { app, SECRET } from '../support/app.js'

const providers = [credentials({ input: {}, authorize: () => null })] as const

test('health() reports that database and store respond', async () => {
  const health = await app({ providers, adapter: memory() }).health({ deep: true })
  expect(health).toEqual({
    ok: true,
    clock: 'ok',
    database: { ok: true, milliseconds: expect.any(Number) },
    store: { ok: true, milliseconds: expect.any(Number) },
  })
})

test('health() names no database without an adapter', async () => {
  const health = await app({ providers }).health({ deep: true })
  expect(health.ok).toBe(true)
  expect(health.database).toBeUndefined()
})

test('health() is not ok while the database or the store is down, and gives the reason', async () => {
  const down = (): never => {
    throw new Error('connect ECONNREFUSED 10.0.0.7:5432')
  }
  const database = await app({ providers, adapter: { ...memory(), getUser: down } }).health({ deep: true })
  expect(database).toMatchObject({
    ok: false,
    database: { ok: false, reason: expect.stringContaining('10.0.0.7') },
    store: { ok: true },
  })
  const store = { ...memoryStore(), get: down }
  const stored = await app({ providers, options: { secret: SECRET, store } }).health({ deep: true })
  expect(stored).toMatchObject({ ok: false, store: { ok: false } })
})

test.each([
  [30_000, 'ok'],
  [90_000, 'differs'],
  [-90_000, 'differs'],
])('health() reports a database clock that is %i ms ahead as %s', async (ahead, clock) => {
  const adapter = { ...memory(), serverTime: async () => new Date(Date.now() + ahead) }
  const health = await app({ providers, adapter }).health({ deep: true })
  expect([health.ok, health.clock]).toEqual([true, clock])
  expect(Math.abs((health.database?.clockAhead ?? 0) - ahead)).toBeLessThan(1_000)
})

test('health() logs a warning about database settings only once', async () => {
  const logged: unknown[] = []
  const adapter = { ...memory(), '~warning': async () => 'Tables are open.' }
  const { health } = app({
    providers,
    adapter,
    options: { secret: SECRET, logger: { warn: (...said) => void logged.push(said) } },
  })
  expect(await health({ deep: true })).toMatchObject({ ok: true, database: { warning: 'Tables are open.' } })
  await health({ deep: true })
  expect(logged).toEqual([['database-settings', 'Tables are open.']])
})

test('close() closes the adapter', async () => {
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
])('with %s, health() resolves to a result that is not ok', async (_, application, reason) => {
  for (const deep of [false, true])
    expect(await application().health({ deep })).toEqual({
      ok: false,
      reason: expect.stringContaining(reason),
    })
})

test('health() without `deep` reads neither the database nor the store', async () => {
  const read: string[] = []
  const adapter = new Proxy(memory(), {
    get(target, name) {
      read.push(String(name))
      return Reflect.get(target, name)
    },
  })
  const store = { ...memoryStore(), get: async () => Promise.reject(new Error('down')) }
  const auth = app({ providers, adapter, options: { secret: SECRET, store } })
  read.length = 0
  expect(await auth.health()).toEqual({ ok: true })
  expect(await auth.health({ deep: false })).toEqual({ ok: true })
  expect(read).toEqual([])
  expect(await auth.health({ deep: true })).toMatchObject({
    ok: false,
    store: { ok: false },
    database: { ok: true },
  })
})

test('health() reports a database or store that does not respond within the time limit', async () => {
  const hangs = (): Promise<never> => new Promise(() => undefined)
  const store = { ...memoryStore(), get: hangs }
  const auth = app({
    providers,
    adapter: { ...memory(), getUser: hangs },
    options: { secret: SECRET, store },
  })
  const health = await auth.health({ deep: true, timeLimit: 20 })
  const late = { ok: false, reason: 'There was no response within 20 ms.' }
  expect(health).toMatchObject({ ok: false, database: late, store: late })
  const lazy = createAuth((): Promise<never> => hangs()).build()
  expect(await lazy.health({ timeLimit: 20 })).toEqual({
    ok: false,
    reason: 'There was no response within 20 ms.',
  })
})

test.each([0, -1, Number.NaN, 60_001, '5' as never])(
  'health() is not ok with the invalid time limit %s, and names the allowed range',
  async (timeLimit) => {
    const { ok, reason } = await app({ providers }).health({ timeLimit })
    expect([ok, reason]).toEqual([
      false,
      expect.stringContaining('The option timeLimit of health() must be from 1 to 60000'),
    ])
  },
)

test('health() reports a replica that does not respond, and sessions can still be read', async () => {
  let down = true
  const read = async (): Promise<void> => {
    if (down) throw new Error('the replica is gone')
  }
  const auth = app({ providers, adapter: { ...memory(), '~replica': read } as never })
  expect(await auth.health({ deep: true })).toMatchObject({
    ok: true,
    replica: { ok: false, reason: 'the replica is gone' },
  })
  down = false
  expect(await auth.health({ deep: true })).toMatchObject({ ok: true, replica: { ok: true } })
})
