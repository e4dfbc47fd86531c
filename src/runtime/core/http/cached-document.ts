import { sharedFetch } from '../../../platform/shared-fetch.js'
import { waitUntil } from '../../../platform/wait-until.js'
import type { Clock } from '../base/clock.js'

/** A document that a provider publishes. Concurrent callers share one fetch. */
export interface CachedDocument<Value> {
  /** The cached value while it is fresh, else a fetched one, or a stale one for at most a day. After a failure, fetching pauses for a minute. */
  current(): Promise<Value>
  /** A value fetched after `seen` proved insufficient; `seen` itself if fetching fails or happened a moment ago. */
  newerThan(seen: Value): Promise<Value>
}

/** Milliseconds between two attempts to fetch while fetching fails. */
const RETRY_INTERVAL_MS = 60 * 1000

/** Milliseconds after its fetch at which a stale value is no longer used. */
const MAX_STALE_MS = 24 * 60 * 60 * 1000

/** Milliseconds between two fetches that a value found insufficient causes. */
const RENEWAL_INTERVAL_MS = 30 * 1000

/**
 * Caches what `fetch` resolves with. Rejects if fetching fails and no usable value is cached.
 *
 * @param fresh - Milliseconds for which a value is used without another fetch.
 * @param stale - Whether a stale value is used while the next one is fetched, or only if fetching fails: keys that a provider has withdrawn must
 *   not verify another token.
 */
export function cachedDocument<Value extends object>(
  fetch: () => Promise<Value>,
  fresh: number,
  clock: Clock,
  stale: 'used meanwhile' | 'used on failure',
): CachedDocument<Value> {
  let cached:
    | { readonly value: Value; readonly until: number; readonly end: number; readonly turn: number }
    | undefined
  let turns = 0
  let nextRenewal = Number.NEGATIVE_INFINITY

  const fetched = sharedFetch(async () => {
    // A later fetch may have completed before an earlier one.
    const turn = ++turns
    try {
      const value = await fetch()
      const now = clock()
      if (!cached || turn > cached.turn) cached = { value, until: now + fresh, end: now + MAX_STALE_MS, turn }
    } catch (error) {
      if (!cached || clock() >= cached.end) throw error
      if (turn > cached.turn) {
        cached = { ...cached, until: Math.min(clock() + RETRY_INTERVAL_MS, cached.end) }
      }
    }
    return cached.value
  })

  /** Fetches the next value in the background. What fails is tried again after the interval. */
  const refresh = (current: NonNullable<typeof cached>): void => {
    const now = clock()
    cached = { ...current, until: Math.min(now + RETRY_INTERVAL_MS, current.end) }
    waitUntil(fetched(() => undefined).catch(() => undefined))
  }

  return {
    async current() {
      if (stale === 'used meanwhile' && cached && clock() < cached.end) {
        const { value } = cached
        if (clock() >= cached.until) refresh(cached)
        return value
      }
      return fetched(() => (cached && clock() < cached.until ? cached.value : undefined))
    },
    async newerThan(seen) {
      if (cached?.value === seen && clock() < nextRenewal) return seen
      try {
        return await fetched(() => (cached && cached.value !== seen ? cached.value : undefined))
      } finally {
        nextRenewal = clock() + RENEWAL_INTERVAL_MS
      }
    },
  }
}
