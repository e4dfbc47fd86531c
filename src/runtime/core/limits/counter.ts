import { RateLimited } from '../../../errors.js'
import type { Store, StoreCount } from '../../../stores/contract.js'
import type { Clock } from '../base/clock.js'
import type { App } from '../object-lifetimes.js'
import type { LimitPolicy } from './default-limits.js'

export interface Counted {
  readonly policy: LimitPolicy
  readonly key: string
}

export interface CountedAttempt extends Counted {
  readonly count: number
  /** Earliest end of the window in which the attempt was counted, in milliseconds since 1970. */
  readonly ends: number
}

export interface CounterParts {
  readonly store: Store
  readonly clock: Clock
}

export function counterParts({ commonStore, clock }: App): CounterParts {
  return { store: commonStore, clock }
}

/**
 * Attempts this close to the end of a window are not subtracted, because the store may execute the subtraction
 * late, when the next window has begun.
 */
const WINDOW_END_MARGIN_MS = 1_000

/**
 * Counts an attempt, and throws `RateLimited` if a limit is reached. The limits are checked before an attempt
 * is counted. Otherwise a client that keeps trying could lock others out and fill the store. Attempts are
 * counted before they are made, so concurrent attempts cannot exceed the limit.
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

/** Adds `by` to all counts, and returns them. With 0, only reads them. */
async function addToAll(counted: readonly Counted[], by: number, store: Store): Promise<StoreCount[]> {
  return Promise.all(counted.map(async ({ key, policy }) => store.increment(key, policy.window, by)))
}

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
