import { RateLimited } from '../../../errors.js'
import type { Store, StoreCount } from '../../../stores/contract.js'
import type { Clock } from '../base/clock.js'
import type { LimitPolicy } from './limit-policies.js'

/** A limit, and the key under which an attempt is counted for it. */
export interface Counted {
  readonly policy: LimitPolicy
  readonly key: string
}

/** An attempt that was counted under a key. */
export interface CountedAttempt extends Counted {
  readonly count: number
  /** Earliest end of the window in which the attempt was counted, in milliseconds since 1970. */
  readonly ends: number
}

/** The store that contains the counts, and the clock. */
export interface CounterParts {
  readonly store: Store
  readonly clock: Clock
}

/**
 * Margin before the end of a window. Within this margin, attempts are not subtracted, because the store may
 * execute the subtraction late, when the next window has begun.
 */
const WINDOW_END_MARGIN_MS = 1_000

/**
 * Counts an attempt under each key, or throws `RateLimited` if one of the limits is reached.
 *
 * The limits are checked before the attempt is counted, in one step if the store supports this. Otherwise, an
 * attempt that exceeds a limit because of concurrent attempts is subtracted again. So rejected attempts do not
 * count, and a client that keeps trying can neither lock others out nor fill the store. Attempts are counted before they are made, so concurrent attempts cannot exceed the limit.
 *
 * @returns The attempt, counted under each key.
 */
export async function count<Each extends Counted>(
  counted: readonly Each[],
  parts: CounterParts,
): Promise<readonly (Each & CountedAttempt)[]> {
  const { store, clock } = parts
  const began = clock()
  const atOnce = await store.incrementAll?.(
    counted.map(({ key, policy: { window, max } }) => ({ key, window, max })),
  )
  if (atOnce) {
    if (!atOnce.added) refuseAbove(counted, atOnce.counts, ({ policy }) => policy.max - 1)
    return attemptsOf(counted, atOnce.counts, began)
  }
  return countInSteps(counted, parts)
}

/** Counts in a store that cannot check all limits and count in one step. */
async function countInSteps<Each extends Counted>(
  counted: readonly Each[],
  parts: CounterParts,
): Promise<readonly (Each & CountedAttempt)[]> {
  const { store, clock } = parts
  const before = await addToAll(counted, 0, store)
  refuseAbove(counted, before, ({ policy }) => policy.max - 1)
  const began = clock()
  const after = await addToAll(counted, 1, store)
  const attempts = attemptsOf(counted, after, began)
  try {
    // Concurrent attempts may have been counted since the limits were checked.
    refuseAbove(counted, after, ({ policy }) => policy.max)
  } catch (error) {
    await takeBack(attempts, parts)
    throw error
  }
  return attempts
}

function attemptsOf<Each extends Counted>(
  counted: readonly Each[],
  counts: readonly StoreCount[],
  began: number,
): readonly (Each & CountedAttempt)[] {
  return counted.map((each, index) => {
    const { count, resetsIn } = counts[index] as StoreCount
    return { ...each, count, ends: began + resetsIn * 1000 }
  })
}

/**
 * Subtracts an attempt from its counts, unless their windows have ended or are about to end.
 *
 * @param by - Number of attempts to subtract.
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

/** Adds to each count, and returns the new counts. With `by` 0, it only reads them. */
async function addToAll(counted: readonly Counted[], by: number, store: Store): Promise<StoreCount[]> {
  return Promise.all(counted.map(async ({ key, policy }) => store.increment(key, policy.window, by)))
}

/** Throws if a count is above its limit. If several counts are too high, the error has the longest wait. */
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
