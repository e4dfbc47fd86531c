import type { Awaitable } from '../model/awaitable.js'

/** The count of a key. */
export interface StoreCount {
  /** The count. */
  readonly count: number
  /** Seconds until the count restarts at 0. May be a fraction. */
  readonly resetsIn: number
}

/** A count with a limit, for `incrementAll`. */
export interface LimitedCount {
  /** The key to count, as for `increment`. */
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
 * A key-value store that requests share: for rate limits, used codes and revoked sessions. Values are strings and expire. `null` means that
 * there is no value.
 *
 * Each method is atomic: concurrent calls take effect one after the other. Methods may return a value or a promise. Times are in seconds,
 * greater than 0, and may be fractions.
 *
 * No entry may be evicted before it expires, even if the store is full: a revoked session would be valid again. A full store may throw
 * instead.
 *
 * A key starts with its purpose, up to the first `:`, and consists of visible ASCII characters.
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
  /** Sets a value and replaces the current one. */
  set(key: string, value: string, ttl: number): Awaitable<unknown>
  /** Returns and deletes the value or count of a key. Of several concurrent calls, only one gets the value. */
  consume(key: string): Awaitable<string | null>
  /**
   * Adds to the count of a key. The first call starts the window; later calls do not extend it. A count is never below 0. If there is no
   * count, a `by` of 0 or less starts no window.
   *
   * @param window - Length of the window in seconds.
   * @param by - An integer. Default: 1. 0 reads the count, a negative number subtracts.
   */
  increment(key: string, window: number, by?: number): Awaitable<StoreCount>
  /**
   * Adds 1 to the count of each key. If one of the counts has reached its `max`, no count changes. This method
   * is optional and saves round trips. Returns `undefined` and adds nothing if the store cannot do this
   * in one step, for example in a cluster.
   */
  incrementAll?(limited: readonly LimitedCount[]): Awaitable<LimitedCounts | undefined>
  /** Sets a value if the current value equals `expected`. `null` means that the key has no value. Returns whether the value was set. */
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
 * Stores the claims of sessions whose cookies contain only a random token: `redisSessions({ client })` of
 * `authwright/adapters/redis-sessions`, for `.session({ sessionStore })`. An id is the SHA-256 hash of the token, so stored data cannot be
 * used as a cookie. Each method rejects if the server does not respond.
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
   * Changes a session that has not ended. A removed session stays removed, even with concurrent changes.
   *
   * @param expected - Change the session only if this is its current `token`. Default: any token.
   */
  update(id: string, changes: Partial<StoredClaims>, expected?: string): Promise<ClaimsChange>
  /** Ends a session and returns it. Of several concurrent calls, only one returns the session. The others return `null`. */
  remove(id: string): Promise<object | null>
  /** Returns the sessions of a user. */
  list(userId: string): Promise<readonly (StoredClaims & { id: string })[]>
  /**
   * Ends all sessions of a user, atomically. If it rejects, either all of these sessions are still valid, or none of them.
   */
  removeAll(userId: string): Promise<unknown>
}
