import { RateLimited } from '../../../errors.js'
import type { Awaitable } from '../../../model/awaitable.js'
import type { Store, StoreCount } from '../../../stores/contract.js'
import type { Clock } from '../base/clock.js'
import type { LimitPolicy } from './limit-policies.js'

/** What one attempt is counted under for one limit. */
export interface Counted {
  readonly policy: LimitPolicy
  readonly key: string
}

/** An attempt that is counted under a key. */
export interface CountedAttempt extends Counted {
  readonly count: number
  /** When the window in which it counts has ended, at the earliest. Milliseconds since 1970. */
  readonly ends: number
}

/** Where attempts are counted. */
export interface CounterParts {
  readonly store: Store
  readonly clock: Clock
}

/**
 * Milliseconds before the end of its window at which an attempt is taken back no more: as long as a store has for its response, so that
 * nothing is subtracted from the count of the next window.
 */
const WINDOW_END_MARGIN_MS = 1_000

/**
 * Counts an attempt under each key, or throws `RateLimited` when one of the limits is reached.
 *
 * It reads first and counts then, in one step where the store can, so that a rejected attempt adds nothing to any count: a client that continues
 * trying can neither keep others out nor fill the store. It counts before the attempt is made, so that of many
 * at the same moment no more get through than the limit says.
 *
 * @returns The attempt, counted under each key.
 */
export async function count(
  counted: readonly Counted[],
  parts: CounterParts,
): Promise<readonly CountedAttempt[]> {
  const { store, clock } = parts
  const beganAtOnce = clock()
  const atOnce = await store.incrementAll?.(
    counted.map(({ key, policy: { window, max } }) => ({ key, window, max })),
  )
  if (atOnce && !atOnce.added) refuseAbove(counted, atOnce.counts, ({ policy }) => policy.max - 1)
  if (atOnce) return attemptsOf(counted, atOnce.counts, beganAtOnce)
  const seen = await addToAll(counted, 0, store)
  refuseAbove(counted, seen, ({ policy }) => policy.max - 1)
  const began = clock()
  const now = await addToAll(counted, 1, store)
  const attempts = attemptsOf(counted, now, began)
  try {
    refuseAbove(counted, now, ({ policy }) => policy.max)
  } catch (error) {
    await takeBack(attempts, parts)
    throw error
  }
  return attempts
}

function attemptsOf(
  counted: readonly Counted[],
  counts: readonly StoreCount[],
  began: number,
): readonly CountedAttempt[] {
  return counted.map((each, index): CountedAttempt => {
    const { count, resetsIn } = counts[index] as StoreCount
    return { ...each, count, ends: began + resetsIn * 1000 }
  })
}

/**
 * Counts an attempt no longer. Where its window is over, so is its count.
 *
 * @param by - How many attempts are taken back.
 */
export async function takeBack(
  attempts: readonly CountedAttempt[],
  { store, clock }: CounterParts,
  by = 1,
): Promise<void> {
  const now = clock()
  await addToAll(
    attempts.filter(({ ends }) => now < ends - WINDOW_END_MARGIN_MS),
    -by,
    store,
  )
}

function addToAll(counted: readonly Counted[], by: number, store: Store): Promise<StoreCount[]> {
  return Promise.all(
    counted.map(async ({ key, policy }): Promise<StoreCount> => {
      const answer: Awaitable<StoreCount> = store.increment(key, policy.window, by)
      return answer
    }),
  )
}

/** Throws when a count is above its limit; of several, the error names the one with the longest wait. */
function refuseAbove(
  counted: readonly Counted[],
  counts: readonly StoreCount[],
  limitOf: (counted: Counted) => number,
): void {
  const reached = counted
    .map((each, index) => ({ ...each, ...(counts[index] as StoreCount) }))
    .filter((each) => each.count > limitOf(each))
    .sort((a, b) => b.resetsIn - a.resetsIn)
  const [longest] = reached
  if (longest) throw new RateLimited({ ...longest.policy, retryAfter: Math.ceil(longest.resetsIn) })
}
