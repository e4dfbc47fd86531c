import type { Awaitable } from '../model/awaitable.js'

/** The count of a key. */
export interface StoreCount {
  readonly count: number
  /** Seconds until the count begins again at 0; it may be a fraction. */
  readonly resetsIn: number
}

/**
 * What Authwright requires of a store that several requests share: counts of attempts, used codes, and
 * what was revoked. Its values are strings, and expire. `null` stands for no value.
 *
 * Each method is one atomic step: concurrent calls take effect one after the other.
 * Methods may return a value or a promise. Times are in seconds, greater than 0, and may be fractions.
 *
 * No entry is evicted before its time, however many others are written: a signed-out session would be live again. A
 * store without room throws instead, and the request fails.
 *
 * A key starts with its purpose, up to its first `:`, and consists of visible ASCII characters.
 *
 * @example
 * ```ts
 * import type { Store } from 'authwright'
 *
 * export async function isFirstTime(store: Store, id: string): Promise<boolean> {
 *   return store.compareAndSet(`seen:${id}`, null, '1', 60)
 * }
 * ```
 */
export interface Store {
  /** `'process'` where the entries live in this process alone and end with it. Default: processes share them. */
  readonly scope?: 'process'
  /** What the log calls it, such as `Redis at 10.0.0.5:6379`. Default: `The store`. */
  readonly location?: string
  /** The value under a key, or `null`. A count is read as its digits. */
  get(key: string): Awaitable<string | null>
  /** Sets a value, in place of the current one. */
  set(key: string, value: string, ttl: number): Awaitable<unknown>
  /** Returns and deletes the value under a key: of concurrent calls, one gets it. Deletes a count, too. */
  consume(key: string): Awaitable<string | null>
  /**
   * Adds to the count under a key. The first addition starts its window of time; later ones do not extend it. A
   * count never falls below 0, and where nothing is counted, an amount of 0 or less starts nothing.
   *
   * @param window - Seconds until the count begins again.
   * @param by - An integer. Default: 1; 0 reads the count, a negative number subtracts.
   */
  increment(key: string, window: number, by?: number): Awaitable<StoreCount>
  /** Sets a value if the current one is `expected`; `null` expects none. Returns whether it did. */
  compareAndSet(key: string, expected: string | null, value: string, ttl: number): Awaitable<boolean>
}

/** What a {@link SessionStore} stores of a session. */
export interface StoredClaims {
  /** Names the user; with tenants, the tenant too. */
  userId: string
  /** When the session ends if it is not used again. */
  expires: Date
  /** When the user signed in. */
  createdAt?: Date | undefined
  /** When the claims were last written. */
  lastUsedAt?: Date | undefined
  /** The `User-Agent` of the sign-in. Any client can send any text. */
  userAgent?: string | undefined
  /** The network address of the sign-in. */
  networkAddress?: string | undefined
  /** The claims, sealed. */
  token: string
}

/** The result of a change: it was stored, another one came first, or the session has ended. */
export type ClaimsChange = 'stored' | 'changed' | 'ended'

/**
 * Stores the claims of sessions, which their cookies only name: `redisSessions({ client })` of `authwright/adapters/redis-sessions`, for
 * `.session({ sessionStore })`. An id is the SHA-256 of the token in a cookie, so that what is stored is of no use as a cookie. Each method
 * rejects where the server does not respond.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { redisSessions } from 'authwright/adapters/redis-sessions'
 * import { github } from 'authwright/providers/github'
 * import { createClient } from 'redis'
 *
 * const client = await createClient({ url: process.env.REDIS_URL, disableOfflineQueue: true }).connect()
 *
 * export const auth = createAuth()
 *   .session({ sessionStore: redisSessions({ client }) })
 *   .provider(github())
 *   .build()
 * ```
 */
export interface SessionStore {
  /** What the log calls it. Default: `The store of sessions`. */
  readonly location?: string
  /** Stores a session whose id is new. */
  create(id: string, session: StoredClaims): Promise<void>
  find(id: string): Promise<StoredClaims | null>
  /**
   * Changes a session that has not ended. A removed session stays removed, also by a concurrent change.
   *
   * @param expected - The `token` without which nothing is changed. Default: any.
   */
  update(id: string, changes: Partial<StoredClaims>, expected?: string): Promise<ClaimsChange>
  /** Ends a session, and returns it to one of several callers; `null` where there is none. */
  remove(id: string): Promise<object | null>
  /** The sessions of a user. */
  list(userId: string): Promise<readonly (StoredClaims & { id: string })[]>
  /** Ends the sessions of a user, in one step. */
  removeAll(userId: string): Promise<unknown>
}
