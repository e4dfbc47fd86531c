import type { Awaitable } from '../model/awaitable.js'

/** The count of a key. */
export interface StoreCount {
  /** The count. */
  readonly count: number
  /** Seconds until the count restarts at 0. May be a fraction. */
  readonly resetsIn: number
}

/** The argument of `incrementAll`: a count with a limit. */
export interface LimitedCount {
  /** The key, as for `increment`. */
  readonly key: string
  /** Length of the window in seconds. */
  readonly window: number
  /** The maximum count. */
  readonly max: number
}

/** Result of `incrementAll`. */
export interface LimitedCounts {
  /** Whether 1 was added to each count. */
  readonly added: boolean
  /** The counts afterwards, in the same order. */
  readonly counts: readonly StoreCount[]
}

/**
 * A key-value store for rate limits, used codes and revoked sessions. Values are strings and expire. Times are in seconds, greater than 0, and
 * may be fractions. A key starts with its purpose, up to the first `:`, and consists of visible ASCII characters.
 *
 * Each method is atomic. No entry may be evicted before it expires, even if the store is full. Otherwise a revoked session would be valid
 * again. A full store may throw instead.
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
  /** `'process'` if entries exist only in this process and end with it. Default: processes share them. */
  readonly scope?: 'process'
  /** Name of the store in the log, such as `Redis at 10.0.0.5:6379`. Default: `The store`. */
  readonly location?: string
  /** Returns the value of a key, or `null`. A count is returned as its digits. */
  get(key: string): Awaitable<string | null>
  /** Sets a value. */
  set(key: string, value: string, ttl: number): Awaitable<unknown>
  /** Returns and deletes the value or count of a key, or returns `null`. */
  consume(key: string): Awaitable<string | null>
  /**
   * Adds to the count of a key. A count is never below 0. Later calls do not extend the window. If there is no count, a `by` of 0 or less
   * starts no window.
   *
   * @param window - Length of the window in seconds.
   * @param by - An integer. Default: 1. 0 reads the count, a negative number subtracts.
   */
  increment(key: string, window: number, by?: number): Awaitable<StoreCount>
  /**
   * Adds 1 to the count of each key, unless one of the counts has reached its `max`. Returns `undefined` and adds nothing if the store cannot do
   * this in one step. Optional: it saves round trips.
   */
  incrementAll?(limited: readonly LimitedCount[]): Awaitable<LimitedCounts | undefined>
  /** Sets a value and returns `true` if the current value equals `expected`. `null` means that the key has no value. */
  compareAndSet(key: string, expected: string | null, value: string, ttl: number): Awaitable<boolean>
}

/** A session in a {@link SessionStore}. */
export interface StoredClaims {
  /** The id of the user with a prefix. With tenants, the prefix contains the tenant. */
  userId: string
  /** When the session expires if it is not used again. */
  expires: Date
  /** When the user signed in. */
  createdAt?: Date | undefined
  /** When the claims were last written. */
  lastUsedAt?: Date | undefined
  /** The `User-Agent` header of the sign-in. Untrusted text. */
  userAgent?: string | undefined
  /** The IP address of the sign-in. */
  networkAddress?: string | undefined
  /** The sealed claims. */
  token: string
}

/** Result of `update`: stored, not stored because of a concurrent change, or the session has ended. */
export type ClaimsChange = 'stored' | 'changed' | 'ended'

/**
 * Stores the claims of sessions whose cookies contain only a random token, such as `redisSessions({ client })` of
 * `authwright/adapters/redis-sessions`. An id is the SHA-256 hash of the token, so stored data cannot be used as a cookie.
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
  /** Name of the store in the log. Default: `The store of sessions`. */
  readonly location?: string
  /** Stores a new session. */
  create(id: string, session: StoredClaims): Promise<void>
  /** Returns the session with this id, or `null`. */
  find(id: string): Promise<StoredClaims | null>
  /**
   * Changes a session that has not ended.
   *
   * @param expected - Change the session only if this is its current `token`. Default: any token.
   */
  update(id: string, changes: Partial<StoredClaims>, expected?: string): Promise<ClaimsChange>
  /** Ends a session and returns it, or returns `null`. Of several concurrent calls, only one returns the session. */
  remove(id: string): Promise<object | null>
  /** Returns the sessions of a user. */
  list(userId: string): Promise<readonly (StoredClaims & { id: string })[]>
  /** Ends all sessions of a user, atomically. */
  removeAll(userId: string): Promise<unknown>
}
