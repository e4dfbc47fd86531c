import { Redis } from 'ioredis'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Store } from '../../src/stores/contract.js'
import { type RedisStoreOptions, redisStore } from '../../src/stores/redis.js'
import { noPrivateRedis, type PrivateRedis, privateRedis } from '../support/stores/private-redis.js'

const missing = noPrivateRedis()

const REFUSED =
  'Redis evicts entries when its memory is full: its `maxmemory-policy` is "volatile-ttl", and a revoked session would be valid again. Set it to "noeviction", or pass `allowEviction: true` to redisStore().'

test('later requests succeed even if the Redis command of the first request never returns', async () => {
  let isFirst = true
  // On Cloudflare Workers, I/O that a request started never completes after the request has ended.
  const client = {
    eval: async (script: string) => {
      if (isFirst) {
        isFirst = false
        return new Promise<never>(() => undefined)
      }
      return script.includes('INFO') ? 'maxmemory_policy:noeviction' : 'value'
    },
  }
  const store = redisStore({ client })
  void store.get('key')
  expect(await store.get('key')).toBe('value')
}, 5_000)

test('later requests succeed even if the check of the eviction policy never returns', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const replies = ['allkeys-lru', undefined, 'noeviction']
  const client = {
    eval: async (script: string) => {
      if (!script.includes('INFO')) return 'value'
      const policy = replies.shift()
      return policy === undefined ? new Promise<never>(() => undefined) : `maxmemory_policy:${policy}`
    },
  }
  const store = redisStore({ client })
  await expect(store.get('key')).rejects.toThrow('Redis evicts entries')
  vi.advanceTimersByTime(1_000)
  void store.get('key')
  await expect(store.get('key')).rejects.toThrow('Redis evicts entries')
  vi.advanceTimersByTime(1_000)
  expect(await store.get('key')).toBe('value')
}, 5_000)

describe.skipIf(missing)(`the eviction policy of Redis${missing ? ` (${missing})` : ''}`, () => {
  let redis: PrivateRedis
  const closing: (() => unknown)[] = []
  beforeAll(async () => {
    redis = await privateRedis()
  })
  afterAll(async () => {
    for (const close of closing) close()
    await redis?.stop()
  })

  const nodeRedis = async (options: Partial<RedisStoreOptions> = {}): Promise<Store> => {
    const client = createClient({ url: redis.url, disableOfflineQueue: true })
    client.on('error', () => {})
    await client.connect()
    closing.push(() => client.destroy())
    return redisStore({ client, ...options })
  }
  const ioRedis = async (options: Partial<RedisStoreOptions> = {}): Promise<Store> => {
    const client = new Redis(redis.url)
    client.on('error', () => {})
    closing.push(() => client.disconnect())
    return redisStore({
      client: {
        eval: (script, { keys, arguments: args }) => client.eval(script, keys.length, ...keys, ...args),
      },
      ...options,
    })
  }

  describe.each([
    ['redis', nodeRedis],
    ['ioredis', ioRedis],
  ] as const)('with the client %s', (_, connect) => {
    test.each([
      ['volatile-ttl', '50mb'],
      ['volatile-lru', '50mb'],
      ['allkeys-lru', '50mb'],
      ['volatile-ttl', '0'],
      ['allkeys-lru', '0'],
    ])('the policy %s is refused with a memory limit of %s', async (policy, maxmemory) => {
      await redis.command('CONFIG', 'SET', 'maxmemory', maxmemory, 'maxmemory-policy', policy)
      const store = await connect()
      const message = REFUSED.replace('volatile-ttl', policy)
      await expect(store.set('session:1', 'revoked', 60)).rejects.toThrow(message)
      await expect(store.get('session:1')).rejects.toThrow(message)
      expect(await redis.command('EXISTS', 'authwright:session:1')).toBe(0)
    })

    test.each([
      ['50mb', 'noeviction'],
      ['0', 'noeviction'],
    ])('a memory limit of %s with the policy %s is accepted', async (maxmemory, policy) => {
      await redis.command('CONFIG', 'SET', 'maxmemory', maxmemory, 'maxmemory-policy', policy)
      const store = await connect()
      await store.set('session:2', 'revoked', 60)
      expect(await store.get('session:2')).toBe('revoked')
    })

    test('a corrected eviction policy is noticed within two seconds, without a restart', async () => {
      await redis.command('CONFIG', 'SET', 'maxmemory', '50mb', 'maxmemory-policy', 'volatile-ttl')
      const store = await connect()
      await expect(store.get('session:3')).rejects.toThrow(REFUSED)
      await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction')
      await new Promise((resolve) => setTimeout(resolve, 1_100))
      expect(await store.get('session:3')).toBeNull()
    })

    test('a Redis server that evicts entries is accepted if the option allows eviction', async () => {
      await redis.command('CONFIG', 'SET', 'maxmemory', '50mb', 'maxmemory-policy', 'volatile-ttl')
      const store = await connect({ allowEviction: true })
      await store.set('session:4', 'revoked', 60)
      expect(await store.get('session:4')).toBe('revoked')
    })

    test('the eviction policy of Redis is not checked if the server does not allow INFO', async () => {
      await redis.command('CONFIG', 'SET', 'maxmemory', '50mb', 'maxmemory-policy', 'volatile-ttl')
      await redis.command('ACL', 'SETUSER', 'default', '-info')
      try {
        const store = await connect()
        await store.set('session:5', 'revoked', 60)
        expect(await store.get('session:5')).toBe('revoked')
      } finally {
        await redis.command('ACL', 'SETUSER', 'default', '+info')
      }
    })
  })
})
