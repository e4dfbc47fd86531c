import type { Clocked } from '../model/health.js'
import type { Store } from './contract.js'
import { evictionCheck, locationOf, MEMORY_INFO } from './redis/server.js'

export type { Clocked } from '../model/health.js'

/**
 * The part of a Redis client that the store uses. A client, cluster or sentinel of `redis` (node-redis) fits unchanged; any other client
 * that can run a script needs one function around it.
 *
 * @see https://redis.io/docs/latest/commands/eval/
 */
export interface RedisClient {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>
  /** The options of the client. The log names their host, where they are those of `redis` or `ioredis`. */
  readonly options?: unknown
}

/** Options of {@link redisStore}. */
export interface RedisStoreOptions {
  /** A client that is connected. The application closes it. */
  client: RedisClient
  /** What every key starts with. Applications that share a database need one each. Default: `'authwright:'`. */
  prefix?: string
  /**
   * Accepts a server whose `maxmemory-policy` evicts entries. A session that was signed out of is live again once the
   * entry that revokes it is evicted. Default: `false`, and every call rejects.
   */
  allowEviction?: boolean
}

/**
 * A store in Redis 6 or later, or in a server that speaks its protocol, such as Valkey: for an application that
 * several processes serve. Each operation is one script with one key, so it works in a cluster, too.
 *
 * Its methods reject with what the client rejects with, and where the server has a `maxmemory` and a policy other than
 * `noeviction`. The policy is read before the first call and once a minute, where the server allows `INFO`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { github } from 'authwright/providers/github'
 * import { redisStore } from 'authwright/stores/redis'
 * import { createClient } from 'redis'
 *
 * const client = createClient({ url: process.env.REDIS_URL, disableOfflineQueue: true })
 * client.on('error', (error) => console.error(error))
 * await client.connect()
 *
 * export const auth = createAuth()
 *   .provider(github())
 *   .options({ store: redisStore({ client }) })
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
 * @see https://redis.io/docs/latest/develop/interact/programmability/eval-intro/
 */
export function redisStore(options: RedisStoreOptions): Store & Clocked {
  const { client, prefix = 'authwright:', allowEviction = false } = options
  const evaluate = (script: string, key: string, args: string[]): Promise<unknown> =>
    client.eval(script, { keys: [prefix + key], arguments: args })
  const eviction = allowEviction ? undefined : evictionCheck(() => evaluate(MEMORY_INFO, 'memory', []))
  const run = (script: string, key: string, ...args: string[]): Promise<unknown> => {
    const pending = eviction?.pending()
    return pending ? pending.then(() => evaluate(script, key, args)) : evaluate(script, key, args)
  }
  return {
    location: locationOf(client),
    async serverTime() {
      const [seconds] = (await evaluate("return redis.call('TIME')", 'time', [])) as [unknown]
      return new Date(Number(seconds) * 1000)
    },
    get: async (key) => text(await run(scripts.get, key)),
    set: (key, value, ttl) => run(scripts.set, key, value, milliseconds(ttl)),
    consume: async (key) => text(await run(scripts.consume, key)),
    async increment(key, window, by = 1) {
      const answer = await run(scripts.increment, key, String(by), milliseconds(window))
      const [count, resetsIn] = answer as [unknown, unknown]
      return { count: Number(count), resetsIn: Number(resetsIn) / 1000 }
    },
    async compareAndSet(key, expected, value, ttl) {
      const given = expected === null ? [] : [expected]
      return Number(await run(scripts.compareAndSet, key, value, milliseconds(ttl), ...given)) === 1
    },
  }
}

/** Redis takes integer milliseconds, greater than 0. */
function milliseconds(seconds: number): string {
  return String(Math.max(1, Math.ceil(seconds * 1000)))
}

function text(answer: unknown): string | null {
  return answer === null || answer === undefined ? null : String(answer)
}

/**
 * The operations of a store as Lua scripts. Redis runs a script as one step. The one key is KEYS[1]; a missing value is `false` in Lua and
 * `null` to the client.
 *
 * @see https://redis.io/docs/latest/develop/interact/programmability/lua-api/
 */
const scripts = {
  get: "return redis.call('GET', KEYS[1])",

  /** Arguments: the value, milliseconds. */
  set: "return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])",

  consume: `local value = redis.call('GET', KEYS[1])
if value then redis.call('DEL', KEYS[1]) end
return value`,

  /** Arguments: the amount, milliseconds. Returns the count and the milliseconds until it restarts. */
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

  /** Arguments: the new value, milliseconds and, unless none is expected, the expected value. */
  compareAndSet: `local value = redis.call('GET', KEYS[1])
if value ~= (ARGV[3] or false) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`,
} as const
