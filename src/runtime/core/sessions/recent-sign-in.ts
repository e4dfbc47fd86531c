import { ReauthenticationRequired } from '../../../errors.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../base/clock.js'
import { tokenData } from './database-token.js'
import type { LiveSession } from './session-strategy.js'

export const RECENT_SIGN_IN_SECONDS = 600

/**
 * A sign-in at most `within` seconds before `began`, the start of the user's action. Times are in seconds
 * since 1970.
 */
export interface RecentSignIn {
  readonly within: number
  readonly began: number
  readonly now: number
}

/**
 * Returns the time of the sign-in, or `undefined` if another library created the token, which does not
 * contain this time.
 */
export function signedInAt(live: LiveSession): number | undefined {
  if (live.strategy === 'database') return tokenData(live.row.sessionToken).start
  return live.origin.renewed ? undefined : live.origin.start
}

export function isRecentSignIn(live: LiveSession, required: RecentSignIn): boolean {
  return recentSignIn(live, required) !== undefined
}

export function requireRecentSignIn(live: LiveSession, required: RecentSignIn): number {
  const at = recentSignIn(live, required)
  if (at !== undefined) return at
  throw new ReauthenticationRequired(`The user has not signed in within the last ${required.within} seconds.`)
}

function recentSignIn(live: LiveSession, { within, began, now }: RecentSignIn): number | undefined {
  const at = signedInAt(live) ?? Number.NaN
  return at >= began - within && at <= now + SERVER_CLOCK_TOLERANCE_SECONDS ? at : undefined
}
