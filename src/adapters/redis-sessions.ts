import { AdapterError } from '../errors.js'
import type { SessionStore, StoredClaims } from '../stores/contract.js'
import { locationOf } from '../stores/redis/eviction-check.js'
import { ownClient } from '../stores/redis/own-client.js'
import type { RedisClient } from '../stores/redis.js'
import { checkArguments, refuseBoth, requireFirst } from './check-arguments.js'
import type { Adapter, AdapterSession, AdapterSessionInfo, AdapterUser, FactsStorage } from './contract.js'
import { type RedisSessionStorage, redisSessionStorage } from './redis-sessions/redis-session-storage.js'
import { refusals } from './rejected-row-messages.js'
import { hashed } from './relational/session-token.js'

export type { RedisClient } from '../stores/redis.js'

/** Options of {@link redisSessions} for each kind of connection. */
export interface RedisSessionsSettings {
  /** The prefix of every key, without braces. Applications that share a database need different prefixes. Default: `'authwright:'`. */
  prefix?: string
  /**
   * Whether to accept a server whose `maxmemory-policy` evicts entries. Users may then be signed out at any time.
   * Default: `false`, so calls to such a server reject.
   */
  allowEviction?: boolean
}

/** Options of {@link redisSessions}. */
export interface RedisSessionsOptions extends RedisSessionsSettings {
  /** A connected client, as for `redisStore` of `authwright/stores/redis`. Close it yourself. */
  client: RedisClient
}

/** Options of {@link redisSessions} for a connection that it opens. It needs the package `redis`, version 5 or later. */
export interface RedisSessionsUrlOptions extends RedisSessionsSettings {
  /** A URL such as `redis://user:password@host:6379/0`, or `rediss://` for TLS. */
  url: string | undefined
}

/** A store or adapter with its own connection. `auth.close()` closes the connection. */
export interface OwnRedisConnection {
  /** Closes the connection. Pending commands reject. */
  close(): Promise<void>
}

/** The adapter methods for users that {@link redisSessions} requires. */
export interface UserReader {
  /** Returns the user with this id, or `null`. Called when a session is created or read. */
  getUser(id: string): unknown
}

/** The methods of sessions. `Users` is the adapter for users. */
export interface RedisSessionMethods<Users extends UserReader> extends FactsStorage {
  /** Stores a session until a day after it expires. */
  createSession(session: AdapterSession): Promise<AdapterSession>
  /** Returns the session with this token, expired or not, and its user. `null` if there is none. */
  getSessionAndUser(
    sessionToken: string,
  ): Promise<{ session: AdapterSession; user: NonNullable<Awaited<ReturnType<Users['getUser']>>> } | null>
  /** Updates a session. Omitted fields keep their values. Returns `null` if there is no such session. */
  updateSession(session: Partial<AdapterSession> & { sessionToken: string }): Promise<AdapterSession | null>
  /**
   * Deletes a session and returns it, or `null` if there is none. Of several concurrent calls, only one
   * returns it.
   */
  deleteSession(sessionToken: string): Promise<AdapterSession | null>
  /** Returns the sessions of a user, including expired ones, in any order. */
  listSessionsByUserId(userId: string): Promise<AdapterSessionInfo[]>
  /** Deletes the session with this id and returns it, or `null` if there is none. */
  deleteSessionById(id: string): Promise<AdapterSessionInfo | null>
  /** Deletes all sessions of a user. Returns how many there were. */
  deleteSessionsByUserId(userId: string): Promise<number>
}

/** The adapter that {@link redisSessions} returns: the adapter for users, with sessions in Redis. */
export type RedisSessionsAdapter<Users extends UserReader> = Omit<Users, keyof RedisSessionMethods<Users>> &
  RedisSessionMethods<Users>

/**
 * Keeps the claims of sessions in Redis 6 or later, or in Valkey, for `.session({ sessionStore })`.
 *
 * Claims are sealed with the secret, and stored under the SHA-256 hash of the session token, until a day after the
 * session expires.
 *
 * @param options - `url` or `client`; `prefix`, `allowEviction`. With `url`, a connection is opened at the first use, and again after
 *   it was lost. `auth.close()` closes the connection.
 * @throws {AdapterError} If the prefix has braces. The methods reject with the errors of the client.
 * @throws {TypeError} If `url` is missing, or does not begin with `redis://` or `rediss://`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { redisSessions } from 'authwright/adapters/redis-sessions'
 * import { github } from 'authwright/providers/github'
 *
 * export const auth = createAuth()
 *   .session({ sessionStore: redisSessions({ url: process.env.REDIS_URL }) })
 *   .provider(github())
 *   .build()
 * ```
 */
export function redisSessions(options: RedisSessionsUrlOptions): SessionStore & OwnRedisConnection
/** The overload for a connected `client`, which the application closes. */
export function redisSessions(options: RedisSessionsOptions): SessionStore
/**
 * Keeps sessions in Redis 6 or later, or in Valkey, and everything else in another adapter. If Redis loses a session,
 * its user is signed out.
 *
 * If Redis loses its last writes, as with `appendfsync everysec` after a crash, a session that has just ended may be
 * valid again. To prevent this, set `appendfsync always`.
 *
 * @param users - The adapter for users, accounts and all other data. Its own session methods are not used.
 * @param options - `url` or `client`; `prefix`, `allowEviction`. With `url`, a connection is opened at the first use, and again after
 *   it was lost. `auth.close()` closes the connection.
 * @throws {AdapterError} If the prefix has braces. The methods reject with the errors of the client.
 * @throws {TypeError} If `url` is missing, or does not begin with `redis://` or `rediss://`.
 *
 * @example
 * ```ts
 * import { pg } from 'authwright/adapters/pg'
 * import { redisSessions } from 'authwright/adapters/redis-sessions'
 *
 * export const adapter = redisSessions(pg(process.env.DATABASE_URL), { url: process.env.REDIS_URL })
 * ```
 *
 * @see https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags
 */
export function redisSessions<Users extends UserReader>(
  users: Users,
  options: RedisSessionsUrlOptions,
): RedisSessionsAdapter<Users> & OwnRedisConnection
/** The overload for a connected `client`, which the application closes. */
export function redisSessions<Users extends UserReader>(
  users: Users,
  options: RedisSessionsOptions,
): RedisSessionsAdapter<Users>
export function redisSessions(first: UserReader | AnyOptions, second?: AnyOptions): object {
  const call = 'redisSessions(users, options)'
  requireFirst(call, first)
  // biome-ignore lint/complexity/noArguments: rejects extra arguments from plain JavaScript.
  checkArguments(call, arguments.length, second ?? first, ['client', 'url', 'prefix', 'allowEviction'])
  if (second) {
    const [options, connection] = connected(second)
    return adapterWithSessions(first as UserReader, options, connection)
  }
  const [options, connection] = connected(first as AnyOptions)
  const store = claimsStore(storageOf('claim', options), locationOf(options.client))
  return connection ? { ...store, close: connection.close } : store
}

type AnyOptions = RedisSessionsOptions | RedisSessionsUrlOptions

function connected(options: AnyOptions): [options: RedisSessionsOptions, connection?: OwnRedisConnection] {
  refuseBoth('redisSessions', options, ['url', 'client'])
  if (hasClient(options)) return [options]
  const client = ownClient('redisSessions', options.url)
  return [{ ...options, client }, client]
}

function hasClient(options: AnyOptions): options is RedisSessionsOptions {
  return 'client' in options && options.client !== undefined
}

function storageOf(kind: 'session' | 'claim', options: RedisSessionsOptions): RedisSessionStorage {
  const { client, prefix = 'authwright:', allowEviction = false } = options
  if (/[{}]/.test(prefix)) {
    throw new AdapterError('The option prefix of redisSessions() must not contain braces.')
  }
  return redisSessionStorage({ client, kind, prefix, allowEviction })
}

function claimsStore(storage: RedisSessionStorage, location: string): SessionStore {
  const { create, find, update, remove, list, removeAll } = storage
  return {
    location,
    create,
    find: async (id) => (await find(id)) as StoredClaims | null,
    // A session never changes its user.
    async update(id, { userId: _, ...changes }, expected) {
      const row = await update(id, changes, ({ token }) => expected === undefined || token === expected)
      if (row === null) return 'ended'
      return row ? 'stored' : 'changed'
    },
    remove,
    list: async (userId) => (await list(userId)) as (StoredClaims & { id: string })[],
    removeAll,
  }
}

function adapterWithSessions<Users extends UserReader>(
  users: Users,
  options: RedisSessionsOptions,
  connection?: OwnRedisConnection,
): RedisSessionsAdapter<Users> {
  const sessions = storageOf('session', options)

  const withSessions = (adapter: Adapter): Adapter => {
    const findUser = async (id: string): Promise<AdapterUser | null> => (await adapter.getUser?.(id)) ?? null
    const changed: Adapter & FactsStorage = {
      sessionFacts: true,
      async createSession(session) {
        if (!(await findUser(session.userId))) throw new AdapterError(refusals.noUser)
        const { sessionToken, ...row } = session
        await sessions.create(await hashed(sessionToken), row)
        return session
      },
      async getSessionAndUser(sessionToken) {
        const row = await sessions.find(await hashed(sessionToken))
        const user = row && (await findUser(row.userId))
        return row && user && { session: { sessionToken, ...row }, user }
      },
      async updateSession({ sessionToken, userId: _, ...changes }) {
        const row = await sessions.update(await hashed(sessionToken), changes)
        return row ? { sessionToken, ...row } : null
      },
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
        // Redis does not take part in the transaction: a session that is created inside it remains after a
        // rollback.
        inTransaction: async (work) =>
          (adapter.inTransaction as NonNullable<Adapter['inTransaction']>)((inside) =>
            work(withSessions(inside)),
          ),
      }),
    }
    return Object.defineProperties(membersOf(adapter), Object.getOwnPropertyDescriptors(changed))
  }
  const adapter = withSessions(users as unknown as Adapter)
  if (connection) {
    Object.assign(adapter, { close: () => closeBoth(users as Partial<OwnRedisConnection>, connection) })
  }
  return adapter as unknown as RedisSessionsAdapter<Users>
}

async function closeBoth(users: Partial<OwnRedisConnection>, connection: OwnRedisConnection): Promise<void> {
  try {
    await users.close?.()
  } finally {
    await connection.close()
  }
}

/**
 * Copies the members of an adapter, including inherited members. Methods are bound to the adapter, because it may be
 * an instance of a class. Getters remain getters, because their values can change.
 */
function membersOf(adapter: object): Record<string, unknown> {
  const members: Record<string, unknown> = {}
  const memberOf = (name: string): unknown => {
    const value: unknown = Reflect.get(adapter, name)
    return typeof value === 'function' ? value.bind(adapter) : value
  }
  for (let part = adapter; part && part !== Object.prototype; part = Object.getPrototypeOf(part)) {
    for (const name of Object.getOwnPropertyNames(part)) {
      if (name === 'constructor' || Object.hasOwn(members, name)) continue
      const isGetter = Object.getOwnPropertyDescriptor(part, name)?.get !== undefined
      if (isGetter)
        Object.defineProperty(members, name, {
          get: () => memberOf(name),
          enumerable: true,
          configurable: true,
        })
      else members[name] = memberOf(name)
    }
  }
  return members
}
