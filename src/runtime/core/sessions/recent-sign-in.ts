import { InvalidCheck, ReauthenticationRequired } from '../../../errors.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../base/clock.js'
import { tokenData } from './database-token.js'
import type { LiveSession } from './session-strategy.js'

/** Default number of seconds after the sign-in in which a signed-in user can add or remove a login. */
export const RECENT_SIGN_IN_SECONDS = 600

/** A required recent sign-in. Times are in seconds since 1970. */
export interface RecentSignIn {
  /** Maximum number of seconds between the sign-in and `began`. */
  readonly within: number
  /** Time at which the user began the action. */
  readonly began: number
  readonly now: number
}

/**
 * Time of the sign-in, in seconds since 1970. It does not change when the session is extended or a login is
 * added. `undefined` if another library created the token, because the time is then unknown.
 */
export function signedInAt(live: LiveSession): number | undefined {
  if (live.strategy === 'database') return tokenData(live.row.sessionToken).start
  return live.origin.renewed ? undefined : live.origin.start
}

/**
 * Whether the user of the session signed in recently. Extending a session or adding a login is not a sign-in.
 * The result is `false` if the time of the sign-in is unknown, or in the future by more than the clocks of
 * servers may differ.
 */
export function isRecentSignIn(live: LiveSession, required: RecentSignIn): boolean {
  return recentSignIn(live, required) !== undefined
}

/** Returns the time of the sign-in. Throws `ReauthenticationRequired` if it was not recent. */
export function requireRecentSignIn(live: LiveSession, required: RecentSignIn): number {
  const at = recentSignIn(live, required)
  if (at !== undefined) return at
  throw new ReauthenticationRequired(`The user has not signed in within the last ${required.within} seconds.`)
}

function recentSignIn(live: LiveSession, { within, began, now }: RecentSignIn): number | undefined {
  const at = signedInAt(live) ?? Number.NaN
  return at >= began - within && at <= now + SERVER_CLOCK_TOLERANCE_SECONDS ? at : undefined
}

/** The error for a session that has ended before a login could be added to it. */
export function sessionEnded(): InvalidCheck {
  return new InvalidCheck('The user who started this sign-in is not signed in any more.')
}
