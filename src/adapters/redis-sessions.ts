import { AdapterError } from '../errors.js'
import type { RedisClient } from '../stores/redis.js'
import type { Adapter, AdapterSession, AdapterSessionInfo, AdapterUser, FactsStorage } from './contract.js'
import { sessionStorage } from './redis-sessions/storage.js'
import { refusals } from './refusals.js'
import { hashed } from './relational/session-token.js'

export type { RedisClient } from '../stores/redis.js'

/** Options of {@link redisSessions}. */
export interface RedisSessionsOptions {
  /** A client that is connected, as `redisStore` of `authwright/stores/redis` takes it. It stays yours to close. */
  client: RedisClient
  /** What every key starts with, without braces. Applications that share a database need one each. Default: `'authwright:'`. */
  prefix?: string
  /** Accepts a server whose `maxmemory-policy` evicts entries: users are then signed out at any time. Default: `false`, and every call rejects. */
  allowEviction?: boolean
}

/** What {@link redisSessions} requires of the adapter for users. */
export interface UserReader {
  getUser(id: string): unknown
}

/** The methods of sessions. `Users` is the adapter for users. */
export interface RedisSessionMethods<Users extends UserReader> extends FactsStorage {
  createSession(session: AdapterSession): Promise<AdapterSession>
  getSessionAndUser(
    sessionToken: string,
  ): Promise<{ session: AdapterSession; user: NonNullable<Awaited<ReturnType<Users['getUser']>>> } | null>
  updateSession(session: Partial<AdapterSession> & { sessionToken: string }): Promise<AdapterSession | null>
  deleteSession(sessionToken: string): Promise<AdapterSession | null>
  listSessionsByUserId(userId: string): Promise<AdapterSessionInfo[]>
  deleteSessionById(id: string): Promise<AdapterSessionInfo | null>
  deleteSessionsByUserId(userId: string): Promise<number>
}

/** What {@link redisSessions} returns: the adapter for users, with sessions in Redis. */
export type RedisSessionsAdapter<Users extends UserReader> = Omit<Users, keyof RedisSessionMethods<Users>> &
  RedisSessionMethods<Users>

/**
 * Keeps sessions in Redis 6 or later, or in Valkey, and everything else in another adapter.
 *
 * A read costs two commands and a read of the user. Sessions are stored under the SHA-256 of their tokens, with the time to live of the session.
 * Each change is one script with one key, so it works in a cluster. A session that Redis loses is signed out; where Redis loses its last writes,
 * as with `appendfsync everysec` after a crash, a session that ended then may be live again: set `appendfsync always`, or run a cluster.
 *
 * @param users - The adapter for users, accounts and the rest. Its own methods of sessions are not used.
 * @param options - `client`, `prefix`, `allowEviction`.
 * @throws {AdapterError} If the prefix has braces. Its methods reject with what the client rejects with.
 *
 * @example
 * ```ts
 * import { pg } from 'authwright/adapters/pg'
 * import { redisSessions } from 'authwright/adapters/redis-sessions'
 * import { createClient } from 'redis'
 *
 * const client = createClient({ url: process.env.REDIS_URL, disableOfflineQueue: true })
 * client.on('error', (error) => console.error(error))
 * await client.connect()
 *
 * export const adapter = redisSessions(pg(process.env.DATABASE_URL ?? ''), { client })
 * ```
 *
 * @see https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags
 */
export function redisSessions<Users extends UserReader>(
  users: Users,
  options: RedisSessionsOptions,
): RedisSessionsAdapter<Users> {
  const { client, prefix = 'authwright:', allowEviction = false } = options
  if (/[{}]/.test(prefix))
    throw new AdapterError('The option prefix of redisSessions() must not have braces.')
  const sessions = sessionStorage({ client, prefix, allowEviction })

  const over = (adapter: Adapter): Adapter => {
    const findUser = async (id: string): Promise<AdapterUser | null> => (await adapter.getUser?.(id)) ?? null
    const own: Adapter & FactsStorage = {
      sessionFacts: true,
      async createSession(session) {
        if (!(await findUser(session.userId))) throw new AdapterError(refusals.noUser)
        return sessions.create(session)
      },
      async getSessionAndUser(sessionToken) {
        const session = await sessions.find(sessionToken)
        const user = session && (await findUser(session.userId))
        return session && user && { session, user }
      },
      updateSession: (session) => sessions.update(session),
      async deleteSession(sessionToken) {
        const removed = await sessions.remove(await hashed(sessionToken))
        if (!removed) return null
        const { id: _, ...row } = removed
        return { sessionToken, ...row }
      },
      listSessionsByUserId: (userId) => sessions.list(userId),
      deleteSessionById: (id) => sessions.remove(id),
      deleteSessionsByUserId: (userId) => sessions.removeAll(userId),
      ...(adapter.deleteUser && {
        async deleteUser(id) {
          const removed = await adapter.deleteUser?.(id)
          await sessions.removeAll(id)
          return removed
        },
      }),
      ...(adapter.deleteLoginsByUserId && {
        async deleteLoginsByUserId(userId) {
          await adapter.deleteLoginsByUserId?.(userId)
          await sessions.removeAll(userId)
        },
      }),
      ...(adapter.inTransaction && {
        // Redis takes no part in it: a session that is created within is there whatever becomes of the transaction.
        inTransaction: async (work) =>
          (adapter.inTransaction as NonNullable<Adapter['inTransaction']>)((inside) => work(over(inside))),
      }),
    }
    // An instance of a class is called as itself.
    return new Proxy(adapter, {
      get(target, name) {
        const value: unknown = Reflect.get(own, name) ?? Reflect.get(target, name)
        return typeof value === 'function' && !Object.hasOwn(own, name) ? value.bind(target) : value
      },
      has: (target, name) => name in own || name in target,
    })
  }
  // What the types of the adapter for users say holds for all but sessions.
  return over(users as unknown as Adapter) as unknown as RedisSessionsAdapter<Users>
}
