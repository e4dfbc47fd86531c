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
export function remaining(policy: SessionPolicy, startedAt: number, now: number): number {
  return Math.min(policy.maxAge, startedAt + policy.absoluteMaxAge - now)
}
