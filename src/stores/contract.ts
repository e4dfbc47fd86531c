import type { Awaitable } from '../model/awaitable.js'

/** What has been counted under a key. */
export interface StoreCount {
  readonly count: number
  /** Seconds until the count begins again at 0; it may be a fraction. */
  readonly resetsIn: number
}

/**
 * What Authwright requires of a store that several requests share: counts of attempts, used codes, and
 * what was revoked. Everything in it is text, and is gone after its time. `null` stands for nothing there.
 *
 * Each method is one atomic step: of several calls at the same moment, each sees what the one before it left.
 * Methods may return a value or a promise. Times are in seconds, greater than 0, and may be fractions.
 *
 * No entry is evicted before its time, however many others are written: a signed-out session would be live again. A
 * store without room throws instead, and the request fails.
 *
 * A key starts with what it is for, up to its first `:`, and holds visible ASCII characters alone.
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
  /** Sets a value, in place of whatever was there. */
  set(key: string, value: string, ttl: number): Awaitable<unknown>
  /** The value under a key, which is deleted. Of several calls at once, one gets it. Ends a count, too. */
  consume(key: string): Awaitable<string | null>
  /**
   * Adds to the count under a key. The first addition starts its window of time; later ones do not extend it. A
   * count never falls below 0, and where nothing is counted, an amount of 0 or less starts nothing.
   *
   * @param window - Seconds until the count begins again.
   * @param by - An integer. Default: 1; 0 reads the count, a negative number takes something back.
   */
  increment(key: string, window: number, by?: number): Awaitable<StoreCount>
  /** Sets a value if the one that is there is `expected`; `null` expects nothing there. Says whether it did. */
  compareAndSet(key: string, expected: string | null, value: string, ttl: number): Awaitable<boolean>
}
