import type { AuthSpec } from '../../builder/spec.js'

/** How long sessions live, in seconds. */
export interface SessionPolicy {
  readonly maxAge: number
  readonly updateAge: number
  readonly absoluteMaxAge: number
}

const DAY = 86_400

export function sessionPolicy({ session, jwt }: Pick<AuthSpec, 'session' | 'jwt'>): SessionPolicy {
  const idle = session.maxAge ?? 30 * DAY
  const maxAge = session.strategy === 'jwt' ? Math.min(idle, jwt.maxAge ?? idle) : idle
  return {
    maxAge,
    // A session shorter than a day must be extended while it lasts, or using it would not keep it.
    updateAge: session.updateAge ?? Math.min(DAY, Math.floor(maxAge / 2)),
    absoluteMaxAge: session.absoluteMaxAge ?? 90 * DAY,
  }
}

/** Seconds that a session may still live: its idle time, cut off at the end of its absolute lifetime. */
export function remainingLifetime(policy: SessionPolicy, startedAt: number, now: number): number {
  return Math.min(policy.maxAge, startedAt + policy.absoluteMaxAge - now)
}

/** Seconds by which a session token may have been sealed in the future: the clocks of two servers differ. */
export const CLOCK_TOLERANCE = 60

/**
 * Seconds for which a session that has expired by the clock of this process is neither deleted nor its cookie cleared: that
 * clock may be ahead, and another process may still read the session. A clock set to another time zone is off by less.
 */
export const EXPIRY_MARGIN = 86_400

/** Seconds between two warnings about clocks. */
export const CLOCK_WARNING_INTERVAL = 60
