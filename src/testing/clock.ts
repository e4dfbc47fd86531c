import { type BuiltAuth, portOf } from './open-auth.js'

/** A duration: the sum of its members. */
export interface Duration {
  /** Days of 24 hours. Default: 0. */
  readonly days?: number
  /** Default: 0. */
  readonly hours?: number
  /** Default: 0. */
  readonly minutes?: number
  /** Can be a fraction: 0.001 is one millisecond. Default: 0. */
  readonly seconds?: number
}

/** The clock of a configuration. */
export interface TestClock {
  /** The time, in milliseconds since 1970. */
  now(): number
  /**
   * Moves the time forward, rounded to milliseconds.
   *
   * @throws RangeError for a duration that is negative or not finite.
   */
  advance(duration: Duration): void
}

/**
 * The clock of a configuration, which determines the expiry of sessions, links, limits, tokens and entries
 * of the in-memory store. `Date`, timers, and the clocks of databases and Redis are not changed.
 *
 * @throws AuthError if `NODE_ENV` is `production`.
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { github } from 'authwright/providers/github'
 * import { clock, testAuth } from 'authwright/testing'
 *
 * const auth = createAuth().provider(github()).build()
 *
 * const ada = await testAuth(auth)()
 * clock(auth).advance({ days: 31 })
 * const session = await ada.session() // null
 * ```
 */
export function clock(auth: BuiltAuth): TestClock {
  const port = portOf(auth)
  return {
    now: () => port.moveTime(0),
    advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }) {
      const milliseconds = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
      if (!(milliseconds >= 0 && Number.isFinite(milliseconds))) {
        throw new RangeError('A clock can only move forward. Pass a finite time that is not negative.')
      }
      port.moveTime(Math.round(milliseconds))
    },
  }
}
