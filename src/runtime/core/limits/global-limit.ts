import { delay } from '../base/delay.js'
import type { App } from '../object-lifetimes.js'
import type { CountedAttempt } from './counter.js'
import type { LimitPolicy } from './default-limits.js'

/**
 * Attempts above the global limit are delayed. They are refused only above this multiple of the limit, so
 * that one client cannot lock out all others.
 */
const REFUSAL_FACTOR = 10

export function refusedAbove(global: LimitPolicy): LimitPolicy {
  return { ...global, max: global.max * REFUSAL_FACTOR }
}

/** The delay when the limit is reached. It grows in proportion to the number of attempts. */
const DELAY_MS = 1_000

const MAX_DELAY_MS = 1_500

export async function delayAbove(
  { max, window }: LimitPolicy,
  attempts: readonly CountedAttempt[],
  { warnOnce }: App,
): Promise<void> {
  const total = attempts.find(({ policy }) => policy.name === 'global')
  if (!total || total.count <= max) return
  warnOnce(
    'sign-ins-delayed',
    `There were more than ${max} attempts to sign in within ${window} seconds (limits.global), so further attempts are delayed. Attempts in browsers that have signed in before are not delayed.`,
  )
  await delay(Math.min(MAX_DELAY_MS, (DELAY_MS * total.count) / max))
}
