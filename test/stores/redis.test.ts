import { afterAll, describe, expect, test } from 'vitest'
import { storeConformance } from '../../src/stores/conformance.js'
import { type RedisClient, redisStore } from '../../src/stores/redis.js'
import { connectRedis } from './redis-server.js'

const client = await connectRedis()
const prefix = `authwright-test-${crypto.randomUUID()}:`

afterAll(async () => {
  if (!client) return
  for await (const keys of client.scanIterator({ MATCH: `${prefix}*` })) {
    if (keys.length > 0) await client.del(keys)
  }
  await client.close()
})

test('a count in Redis does not restart before the end of its window', async () => {
  const client: RedisClient = { eval: async (script) => (script.includes('INFO') ? '' : [5, 0]) }
  expect(await redisStore({ client }).increment('count:1', 60)).toEqual({ count: 5, resetsIn: 0.001 })
})

describe.skipIf(!client)('the store in Redis', () => {
  const store = redisStore({ client: client as RedisClient, prefix })
  for (const { name, run } of storeConformance({ store: () => store })) test(name, run)

  test('every key in Redis has the prefix and a time to live', async () => {
    const own = `${prefix}keys:`
    const named = redisStore({ client: client as RedisClient, prefix: own })
    await named.set('value:1', 'x', 60)
    await named.increment('count:1', 60)
    await named.compareAndSet('once:1', null, 'x', 60)
    const keys: string[] = []
    for await (const found of client?.scanIterator({ MATCH: `${own}*` }) ?? []) keys.push(...found)
    expect(keys.sort()).toEqual([`${own}count:1`, `${own}once:1`, `${own}value:1`])
    for (const key of keys) expect(await client?.pTTL(key)).toBeGreaterThan(0)
  })

  test('two Redis stores with different prefixes share no data', async () => {
    const [one, two] = ['one:', 'two:'].map((own) =>
      redisStore({ client: client as RedisClient, prefix: prefix + own }),
    )
    await one?.set('value:1', 'x', 60)
    expect(await two?.get('value:1')).toBeNull()
  })

  test('redisStore() accepts any client with an `eval` method', async () => {
    const other: RedisClient = {
      eval: async (script, { keys, arguments: args }) =>
        client?.sendCommand(['EVAL', script, String(keys.length), ...keys, ...args]),
    }
    const adapted = redisStore({ client: other, prefix })
    expect(await adapted.compareAndSet('eval:1', null, 'x', 60)).toBe(true)
    expect(await store.consume('eval:1')).toBe('x')
  })

  test('redisStore() accepts a client that returns bytes', async () => {
    const binary: RedisClient = {
      async eval(script, options) {
        const reply = await client?.eval(script, options)
        return typeof reply === 'string' ? new TextEncoder().encode(reply) : reply
      },
    }
    const decoded = redisStore({ client: binary, prefix })
    await decoded.set('bytes:1', 'x', 60)
    expect(await decoded.get('bytes:1')).toBe('x')
    expect(await decoded.consume('bytes:1')).toBe('x')
  })
})
