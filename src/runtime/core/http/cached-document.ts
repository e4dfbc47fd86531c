import { sharedFetch } from '../../../platform/shared-fetch.js'
import { waitUntil } from '../../../platform/wait-until.js'
import { type Clock, isRecent } from '../base/clock.js'
import { CallTimeout, inTime } from '../storage/in-time.js'

/** A document published by a provider. Concurrent callers share one request. */
export interface CachedDocument<Value> {
  /**
   * Returns the cached value while it is fresh. Otherwise fetches a new value. A stale value may be returned
   * for at most a day. After a failure, the stale value is used for a minute without another request.
   */
  current(): Promise<Value>
  /**
   * Returns a newer value than `seen`. Returns `seen` itself if the request fails, or if the last request of
   * `newerThan` ended less than 30 seconds ago. Rejects if the request fails and `seen` is more than a day old,
   * or if another caller's request takes too long.
   */
  newerThan(seen: Value): Promise<Value>
}

/** Pause after a failed request, in milliseconds. */
const RETRY_INTERVAL_MS = 60 * 1000

/** Maximum age of a stale value, in milliseconds. */
const MAX_STALE_MS = 24 * 60 * 60 * 1000

/** Time to wait for the next value if a stale value may be used only when fetching fails, in milliseconds. */
const STALE_WAIT_MS = 3_000

/** Minimum time between two requests of `newerThan`, in milliseconds. */
const RENEWAL_INTERVAL_MS = 30 * 1000

/** A cached value. Times are in milliseconds since 1970. */
interface Entry<Value> {
  readonly value: Value
  /**
   * Start of a pause in which `current` sends no request. A pause starts when a value was fetched, or when a
   * stale value is returned.
   */
  readonly pausedSince: number
  /** Length of the pause, in milliseconds. */
  readonly pause: number
  /** End of the time in which the value may be used. */
  readonly usableUntil: number
  /**
   * The number of the request that fetched the value. If a later request completes first, the value of the
   * earlier request is ignored.
   */
  readonly request: number
}

/**
 * Caches the result of `fetch`. Rejects if the request fails and there is no usable cached value.
 *
 * @param fresh - Time for which a value is used without a new request, in milliseconds.
 * @param stale - When a stale value may be used. `'used on failure'` means only if fetching the next value
 * fails or takes three seconds. Use this for keys, because a key that the provider has withdrawn must not
 * verify another token.
 */
export function cachedDocument<Value extends object>(
  fetch: () => Promise<Value>,
  fresh: number,
  clock: Clock,
  stale: 'used while fetching' | 'used on failure',
): CachedDocument<Value> {
  let cached: Entry<Value> | undefined
  let requests = 0
  let renewedAt = Number.NEGATIVE_INFINITY

  const fetched = sharedFetch(async () => {
    const request = ++requests
    try {
      const value = await fetch()
      const now = clock()
      if (!cached || request > cached.request) {
        cached = { value, pausedSince: now, pause: fresh, usableUntil: now + MAX_STALE_MS, request }
      }
    } catch (error) {
      if (!cached || clock() >= cached.usableUntil) throw error
      if (request > cached.request) cached = paused(cached)
    }
    return cached.value
  })

  /** The entry, with a pause of a minute before the next request. */
  const paused = (entry: Entry<Value>): Entry<Value> => {
    const now = clock()
    return { ...entry, pausedSince: now, pause: Math.min(RETRY_INTERVAL_MS, entry.usableUntil - now) }
  }

  const freshValue = (): Value | undefined =>
    cached && isRecent(cached.pausedSince, cached.pause, clock) ? cached.value : undefined

  /** Sends no other request for a minute, unless there is a newer value. */
  const pause = (current: Entry<Value>): void => {
    if (cached === current) cached = paused(current)
  }

  /** Fetches the next value in the background. */
  const refresh = (current: Entry<Value>): void => {
    pause(current)
    waitUntil(fetched(() => undefined).catch(() => undefined))
  }

  return {
    async current() {
      const value = freshValue()
      if (value) return value
      const current = cached && clock() < cached.usableUntil ? cached : undefined
      if (current && stale === 'used while fetching') {
        refresh(current)
        return current.value
      }
      const next = fetched(freshValue)
      if (!current) return next
      return inTime(next, STALE_WAIT_MS).catch((error: unknown) => {
        if (!(error instanceof CallTimeout)) throw error
        pause(current)
        waitUntil(next.catch(() => undefined))
        return current.value
      })
    },
    async newerThan(seen) {
      const newer = (): Value | undefined => (cached && cached.value !== seen ? cached.value : undefined)
      const known = newer()
      if (known) return known
      if (cached && isRecent(renewedAt, RENEWAL_INTERVAL_MS, clock)) return seen
      try {
        return await fetched(newer)
      } finally {
        renewedAt = clock()
      }
    },
  }
}
