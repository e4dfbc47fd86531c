import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createAuth } from '../../src/index.js'
import { github } from '../../src/providers/github.js'
import { storeConformance } from '../../src/stores/conformance.js'
import { type OwnRedisStore, redisStore } from '../../src/stores/redis.js'
import { noPrivateRedis, type PrivateRedis, privateRedis } from '../support/stores/private-redis.js'

const reason = noPrivateRedis()

test.each([
  [undefined, 'The `url` of redisStore() is missing'],
  ['', 'The `url` of redisStore() is missing'],
  ['127.0.0.1:6379', 'must begin with redis://'],
  ['https://:hunter2@redis.test', 'must begin with redis://'],
])('redisStore() throws an error for a URL that is missing or wrong: %s', (url, message) => {
  for (const make of [() => redisStore({ url }), () => redisStore({ url, client: undefined } as never)]) {
    expect(make).toThrow(message)
    expect(make).not.toThrow('hunter2')
  }
})

const client = { eval: async () => null }

test.each([
  [{ url: 'redis://redis.test', prefx: 'a:' }, 'redisStore() has no option "prefx"'],
  [
    { client, url: 'redis://redis.test' },
    'redisStore() received the options client and url. Pass one of them.',
  ],
])('the options %j of redisStore() are refused', (options, message) => {
  expect(() => redisStore(options)).toThrow(message)
})

describe.skipIf(reason !== undefined)('the store in Redis by URL', async () => {
  const server: PrivateRedis = await privateRedis()
  const store: OwnRedisStore = redisStore({ url: server.url })
  afterAll(async () => {
    await store.close()
    await server.stop()
  })
  const works = async () => {
    await store.set('key', 'value', 60)
    return store.get('key')
  }
  const soon = { timeout: 8_000, interval: 100 }

  for (const { name, run } of storeConformance({ store: () => store })) test(name, run)

  test('the location of redisStore() contains the host and port, and no password', () => {
    const named = redisStore({ url: 'redis://user:hunter2@redis.test:7000/1' })
    expect(named.location).toBe('Redis at redis.test:7000')
    for (const url of ['redis://redis.test', 'rediss://redis.test'])
      expect(redisStore({ url }).location).toBe('Redis at redis.test:6379')
  })

  test('redisStore() works again after the server was killed and started', async () => {
    expect(await works()).toBe('value')
    await server.kill()
    await expect(store.get('key')).rejects.toThrow()
    await server.start()
    await expect.poll(() => works().catch(String), soon).toBe('value')
  })

  test('redisStore() works again after the server did not respond', async () => {
    server.signal('SIGSTOP')
    const waiting = works().catch(String)
    await new Promise((resolve) => setTimeout(resolve, 4_000))
    server.signal('SIGCONT')
    await waiting
    await expect.poll(() => works().catch(String), soon).toBe('value')
  }, 30_000)

  test('redisStore() works immediately after the process was blocked for some seconds', async () => {
    expect(await works()).toBe('value')
    const end = performance.now() + 3_600
    while (performance.now() < end);
    expect(await store.get('key')).toBe('value')
  })

  test('redisStore() connects even if the process is blocked for some seconds during the connection', async () => {
    const fresh = redisStore({ url: server.url })
    const first = fresh.get('unknown')
    await new Promise((resolve) => setImmediate(resolve))
    const end = performance.now() + 1_600
    while (performance.now() < end);
    expect(await first).toBeNull()
    await fresh.close()
  })

  test('redisStore() works immediately after the system clock was changed', async () => {
    await expect.poll(() => works().catch(String), soon).toBe('value')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    onTestFinished(() => void vi.useRealTimers())
    const end = performance.now() + 700
    while (performance.now() < end) expect(await store.get('key')).toBe('value')
  })

  test('redisStore() connects later if the server was down at the first command', async () => {
    await server.kill()
    const early = redisStore({ url: server.url })
    await expect(early.get('key')).rejects.toThrow()
    await server.start()
    await expect.poll(async () => early.get('key'), soon).toBeNull()
    await early.close()
    // close() is called twice, because a test and `auth.close()` may both close the store.
    await early.close()
  }, 30_000)

  test.each([true, false])(
    'redisStore() opens no connection after close() (used before: %s)',
    async (isUsed) => {
      const own = redisStore({ url: server.url })
      if (isUsed) await own.get('key')
      await own.close()
      await expect(own.get('key')).rejects.toThrow('redisStore() was closed by close().')
    },
  )

  test('`auth.close()` closes the connection of redisStore()', async () => {
    const clients = async () =>
      String(await server.command('CLIENT', 'LIST'))
        .trim()
        .split('\n').length
    const own = redisStore({ url: server.url })
    const auth = createAuth()
      .provider(github({ clientId: 'id', clientSecret: 'secret' }))
      .options({ secret: 'a secret of more than thirty-two characters', store: own })
      .build()
    await expect.poll(() => works().catch(String), soon).toBe('value')
    const before = await clients()
    await own.get('key')
    expect(await clients()).toBe(before + 1)
    await auth.close()
    await expect.poll(clients, soon).toBe(before)
  })
})
