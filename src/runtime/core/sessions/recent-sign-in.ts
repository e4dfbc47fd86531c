import { InvalidCheck, ReauthenticationRequired } from '../../../errors.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../base/clock.js'
import { tokenStart } from './database-token.js'
import type { LiveSession } from './session-strategy.js'

/** Seconds since the sign-in within which a signed-in user can add a login, where an option names no other time. */
export const RECENT_SIGN_IN_SECONDS = 600

/** What a recent sign-in is required for, and when. Times are in seconds since 1970. */
export interface RecentSignIn {
  /** The most seconds between the sign-in and what requires it. */
  readonly within: number
  /** When the user began what requires the sign-in. */
  readonly began: number
  readonly now: number
}

/**
 * When the user of a session signed in, in seconds since 1970: the same after the session was extended, and after a login was added
 * to it. `undefined` where the session does not say so, because another library has made its token.
 */
export function signedInAt(live: LiveSession): number | undefined {
  if (live.strategy === 'database') return tokenStart(live.row.sessionToken)
  return live.origin.renewed ? undefined : live.origin.start
}

/**
 * Whether the user of the session signed in recently. Extending a session is no sign-in, and neither is adding a login to it. A
 * session whose sign-in is unknown, or is in the future, has no recent one.
 */
export function isRecentSignIn(live: LiveSession, required: RecentSignIn): boolean {
  return recentSignIn(live, required) !== undefined
}

/** When the user of the session signed in. Throws `ReauthenticationRequired` unless that was recently. */
export function requireRecentSignIn(live: LiveSession, required: RecentSignIn): number {
  const at = recentSignIn(live, required)
  if (at !== undefined) return at
  throw new ReauthenticationRequired(`The user has not signed in within the last ${required.within} seconds.`)
}

function recentSignIn(live: LiveSession, { within, began, now }: RecentSignIn): number | undefined {
  const at = signedInAt(live) ?? Number.NaN
  return at >= began - within && at <= now + SERVER_CLOCK_TOLERANCE_SECONDS ? at : undefined
}

/** The session to which a login was to be added is not live any more. */
export function sessionEnded(): InvalidCheck {
  return new InvalidCheck('The user who started this sign-in is not signed in any more.')
}
