import type { Clocked } from '../model/health.js'
import type { Store, StoreCount } from './contract.js'
import type { RedisClient } from './redis/client.js'
import { evictionCheck, locationOf, MEMORY_INFO } from './redis/eviction-check.js'
import { ownClient } from './redis/own-client.js'
import { decodedReply } from './redis/reply.js'

export type { Clocked } from '../model/health.js'
export type { RedisClient } from './redis/client.js'

/** Options of {@link redisStore} for each kind of connection. */
export interface RedisStoreSettings {
  /** Prefix of every key. Applications that share a database need different prefixes. Default: `'authwright:'`. */
  prefix?: string
  /**
   * Whether to accept a server whose `maxmemory-policy` evicts entries. If the entry of a revoked session is evicted, the session is valid
   * again. Default: `false`.
   */
  allowEviction?: boolean
}

/** Options of {@link redisStore}. */
export interface RedisStoreOptions extends RedisStoreSettings {
  /** A connected client. The application closes it. */
  client: RedisClient
}

/** Options of {@link redisStore} for a connection that the store opens. Requires the package `redis`, version 5 or later. */
export interface RedisStoreUrlOptions extends RedisStoreSettings {
  /**
   * A URL such as `redis://user:password@host:6379/0`, or `rediss://` for TLS. The type accepts an environment variable; the call throws if
   * it is not set.
   */
  url: string | undefined
}

/** A store that opens its connection. `auth.close()` closes it. */
export interface OwnRedisStore extends Store, Clocked {
  /** Closes the connection immediately. Commands without a reply reject. */
  close(): Promise<void>
}

/**
 * A store in Redis 6 or later, or in a compatible server such as Valkey, which several processes can share.
 *
 * Without `allowEviction`, reads and writes reject if the server's `maxmemory-policy` is not `noeviction`. If the server refuses `INFO`, the
 * policy is not checked.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { github } from 'authwright/providers/github'
 * import { redisStore } from 'authwright/stores/redis'
 *
 * export const auth = createAuth()
 *   .provider(github())
 *   .options({ store: redisStore({ url: process.env.REDIS_URL }) })
 *   .build()
 * ```
 *
 * @example
 * ```ts
 * import { redisStore } from 'authwright/stores/redis'
 *
 * // Any other client that has `eval`: here, one that takes the number of keys first.
 * declare const client: { eval(script: string, keys: number, ...rest: string[]): Promise<unknown> }
 *
 * export const store = redisStore({
 *   client: {
 *     eval: (script, { keys, arguments: args }) => client.eval(script, keys.length, ...keys, ...args),
 *   },
 * })
 * ```
 *
 * @throws {TypeError} If `url` is missing, or does not begin with `redis://` or `rediss://`. Also if both `client` and `url` are passed, or if
 * there is an unknown option.
 *
 * @see https://redis.io/docs/latest/develop/interact/programmability/eval-intro/
 */
export function redisStore(options: RedisStoreOptions): Store & Clocked
/** The overload for a `url`. The store opens the connection at the first use, and `auth.close()` closes it. */
export function redisStore(options: RedisStoreUrlOptions): OwnRedisStore
export function redisStore(options: RedisStoreOptions | RedisStoreUrlOptions): Store & Clocked {
  const unknown = Object.keys(options).find((name) => !optionNames.includes(name))
  if (unknown !== undefined) {
    throw new TypeError(`redisStore() has no option "${unknown}". Its options are ${optionNames.join(', ')}.`)
  }
  if (hasClient(options)) {
    if ('url' in options && options.url !== undefined) {
      throw new TypeError('redisStore() received the options client and url. Pass one of them.')
    }
    return storeOf(options)
  }
  const client = ownClient('redisStore', options.url)
  const store: OwnRedisStore = { ...storeOf({ ...options, client }), close: () => client.close() }
  return store
}

function hasClient(options: RedisStoreOptions | RedisStoreUrlOptions): options is RedisStoreOptions {
  return 'client' in options && options.client !== undefined
}

const optionNames: readonly string[] = ['client', 'url', 'prefix', 'allowEviction']

function storeOf(options: RedisStoreOptions): Store & Clocked {
  const { client, prefix = 'authwright:', allowEviction = false } = options
  const evaluate = async (script: string, keys: readonly string[], args: string[] = []): Promise<unknown> =>
    decodedReply(await client.eval(script, { keys: keys.map((key) => prefix + key), arguments: args }))
  const refuseEviction = allowEviction
    ? undefined
    : evictionCheck('redisStore', () => evaluate(MEMORY_INFO, ['memory']))
  const run = async (script: string, keys: readonly string[], args?: string[]): Promise<unknown> => {
    await refuseEviction?.()
    return evaluate(script, keys, args)
  }
  let isCluster = false
  return {
    location: locationOf(client),
    async serverTime() {
      const [seconds] = (await evaluate("return redis.call('TIME')", ['time'])) as [unknown]
      return new Date(Number(seconds) * 1000)
    },
    get: async (key) => stringOrNull(await run(scripts.get, [key])),
    set: (key, value, ttl) => run(scripts.set, [key], [value, milliseconds(ttl)]),
    consume: async (key) => stringOrNull(await run(scripts.consume, [key])),
    async increment(key, window, by = 1) {
      return storeCount(await run(scripts.increment, [key], [String(by), milliseconds(window)]))
    },
    async incrementAll(limited) {
      if (isCluster) return undefined
      const keys = limited.map(({ key }) => key)
      const args = limited.flatMap(({ window, max }) => [milliseconds(window), String(max)])
      try {
        const [added, counts] = (await run(scripts.incrementAll, keys, args)) as [unknown, unknown[]]
        return { added: Number(added) === 1, counts: counts.map(storeCount) }
      } catch (error) {
        if (!isCrossSlot(error)) throw error
        isCluster = true
        return undefined
      }
    },
    async compareAndSet(key, expected, value, ttl) {
      const args = [value, milliseconds(ttl), ...(expected === null ? [] : [expected])]
      return Number(await run(scripts.compareAndSet, [key], args)) === 1
    },
  }
}

function milliseconds(seconds: number): string {
  return String(Math.max(1, Math.ceil(seconds * 1000)))
}

function storeCount(reply: unknown): StoreCount {
  const [count, resetsIn] = reply as [unknown, unknown]
  // In the last millisecond of a window, Redis returns 0, but the count has not restarted yet.
  return { count: Number(count), resetsIn: Math.max(1, Number(resetsIn)) / 1000 }
}

/** @see https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/ */
function isCrossSlot(error: unknown): boolean {
  return error instanceof Error && error.message.includes('CROSSSLOT')
}

function stringOrNull(reply: unknown): string | null {
  return reply === null || reply === undefined ? null : String(reply)
}

/**
 * Lua scripts, which Redis runs atomically. A missing value is `false` in Lua and `null` in the client.
 *
 * @see https://redis.io/docs/latest/develop/interact/programmability/lua-api/
 */
const scripts = {
  get: "return redis.call('GET', KEYS[1])",

  /** Arguments: the value, its lifetime in milliseconds. */
  set: "return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])",

  consume: `local value = redis.call('GET', KEYS[1])
if value then redis.call('DEL', KEYS[1]) end
return value`,

  /** Arguments: the amount, the window in milliseconds. Returns the count and the milliseconds until it restarts. */
  increment: `local amount = tonumber(ARGV[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  if amount <= 0 then return { 0, tonumber(ARGV[2]) } end
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return { amount, tonumber(ARGV[2]) }
end
local count = tonumber(redis.call('GET', KEYS[1]))
if amount == 0 then return { count, left } end
count = math.max(0, count + amount)
redis.call('SET', KEYS[1], string.format('%d', count), 'KEEPTTL')
return { count, left }`,

  /** Arguments: the window in milliseconds and the limit, for each key. */
  incrementAll: `local counts, added = {}, 1
for index, key in ipairs(KEYS) do
  local left, count = redis.call('PTTL', key), 0
  if left < 0 then left = tonumber(ARGV[2 * index - 1]) else count = tonumber(redis.call('GET', key)) end
  if count >= tonumber(ARGV[2 * index]) then added = 0 end
  counts[index] = { count, left }
end
if added == 0 then return { 0, counts } end
for index, key in ipairs(KEYS) do
  if redis.call('EXISTS', key) == 1 then redis.call('INCR', key)
  else redis.call('SET', key, '1', 'PX', ARGV[2 * index - 1]) end
  counts[index][1] = counts[index][1] + 1
end
return { 1, counts }`,

  /** Arguments: the new value, its lifetime in milliseconds, and the expected value, which is omitted if no value is expected. */
  compareAndSet: `local value = redis.call('GET', KEYS[1])
if value ~= (ARGV[3] or false) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`,
} as const
