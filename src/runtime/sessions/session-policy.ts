import type { SessionSpec } from '../../builder/spec.js'

/** How long sessions live, in seconds. */
export interface SessionPolicy {
  readonly maxAge: number
  readonly updateAge: number
  readonly absoluteMaxAge: number
}

const DAY = 86_400

export function sessionPolicy(session: SessionSpec): SessionPolicy {
  return {
    maxAge: session.maxAge ?? 30 * DAY,
    updateAge: session.updateAge ?? DAY,
    absoluteMaxAge: session.absoluteMaxAge ?? 90 * DAY,
  }
}

/** Seconds that a session may still live: its idle time, cut off at the end of its absolute lifetime. */
export function remaining(policy: SessionPolicy, startedAt: number, now: number): number {
  return Math.min(policy.maxAge, startedAt + policy.absoluteMaxAge - now)
}
