import { sharedFetch } from '../../../platform/shared-fetch.js'
import { waitUntil } from '../../../platform/wait-until.js'
import { type Clock, isRecent } from '../base/clock.js'
import { CallTimeout, inTime } from '../base/in-time.js'

/** A document that is fetched on demand and cached. Concurrent callers share one request. */
export interface CachedDocument<Value> {
  /** Returns the cached value, or fetches it. A stale value is returned for at most a day. */
  current(): Promise<Value>
  /** Returns a newer value than `seen`, or `seen` itself if there is none yet. */
  newerThan(seen: Value): Promise<Value>
}

const RETRY_INTERVAL_MS = 60 * 1000

const MAX_STALE_MS = 24 * 60 * 60 * 1000

/** Time to wait for the next value before a stale value is used. */
const STALE_WAIT_MS = 3_000

/** Times are in milliseconds since 1970. */
interface Entry<Value> {
  readonly value: Value
  /** Start of the time in which `current` sends no request. */
  readonly pausedSince: number
  /** Length of that time, in milliseconds. */
  readonly pause: number
  readonly usableUntil: number
  /** Requests are numbered: the value of an earlier request does not replace that of a later one. */
  readonly request: number
}

/**
 * Caches the result of `fetch`.
 *
 * @param fresh - Time for which a value is used without a new request, in milliseconds.
 * @param stale - `'used on failure'` uses a stale value only if the next request fails or takes three
 * seconds. Use it for keys, because a key that the provider has withdrawn must not verify another token.
 * @param renewalInterval - Minimum time between two requests of `newerThan`, in milliseconds.
 */
export function cachedDocument<Value extends object>(
  fetch: () => Promise<Value>,
  fresh: number,
  clock: Clock,
  stale: 'used while fetching' | 'used on failure',
  renewalInterval = fresh,
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

  const paused = (entry: Entry<Value>): Entry<Value> => {
    const now = clock()
    return { ...entry, pausedSince: now, pause: Math.min(RETRY_INTERVAL_MS, entry.usableUntil - now) }
  }

  const freshValue = (): Value | undefined =>
    cached && isRecent(cached.pausedSince, cached.pause, clock) ? cached.value : undefined

  const pause = (current: Entry<Value>): void => {
    if (cached === current) cached = paused(current)
  }

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
      if (cached && isRecent(renewedAt, renewalInterval, clock)) return seen
      try {
        return await fetched(newer)
      } finally {
        renewedAt = clock()
      }
    },
  }
}
