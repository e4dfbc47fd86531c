import { RateLimited } from '../../../errors.js'
import type { Awaitable } from '../../../model/awaitable.js'
import type { LimitsOptions } from '../../../options/auth-options.js'
import type { Store, StoreCount } from '../../../stores/contract.js'
import type { Clock } from '../base/clock.js'

/** The name of a limit, as headers and logs show it. */
export type LimitName = keyof LimitsOptions

/** A limit that is in force. */
export interface LimitPolicy {
  readonly name: LimitName
  readonly max: number
  /** Seconds. */
  readonly window: number
}

/** The limits that are in force, by name. */
export type LimitPolicies = Readonly<Partial<Record<LimitName, LimitPolicy>>>

/** The limits of a configuration that sets none. */
const defaults: Required<{ [Name in LimitName]: Omit<LimitPolicy, 'name'> }> = {
  addressAndAccount: { max: 10, window: 900 },
  address: { max: 100, window: 900 },
  account: { max: 50, window: 3_600 },
  global: { max: 1_000, window: 60 },
  browser: { max: 10, window: 900 },
  mailsPerRecipient: { max: 5, window: 900 },
  mailsPerClient: { max: 50, window: 900 },
  mailsInTotal: { max: 1_000, window: 900 },
  logoutTokens: { max: 1_000, window: 900 },
}

/** Decides which limits are in force, once for a configuration. */
export function limitPolicies(options: LimitsOptions): LimitPolicies {
  const names = Object.keys(defaults) as LimitName[]
  return Object.fromEntries(
    names.flatMap((name) => {
      const limit = options[name] ?? defaults[name]
      return limit === false ? [] : [[name, { ...limit, name }]]
    }),
  )
}

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
 * It reads first and counts then, so that a rejected attempt adds nothing to any count: a client that continues
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
  const seen = await addToAll(counted, 0, store)
  refuseAbove(counted, seen, ({ policy }) => policy.max - 1)
  const began = clock()
  const now = await addToAll(counted, 1, store)
  const attempts = counted.map((each, index): CountedAttempt => {
    const { count, resetsIn } = now[index] as StoreCount
    return { ...each, count, ends: began + resetsIn * 1000 }
  })
  try {
    refuseAbove(counted, now, ({ policy }) => policy.max)
  } catch (error) {
    await takeBack(attempts, parts)
    throw error
  }
  return attempts
}

/** Counts an attempt no longer. Where its window is over, so is its count. */
export async function takeBack(
  attempts: readonly CountedAttempt[],
  { store, clock }: CounterParts,
): Promise<void> {
  const now = clock()
  await addToAll(
    attempts.filter(({ ends }) => now < ends - WINDOW_END_MARGIN_MS),
    -1,
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
