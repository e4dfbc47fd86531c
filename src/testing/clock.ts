import { type BuiltAuth, portOf } from './open-auth.js'

/** A length of time. The members are added. */
export interface Duration {
  readonly days?: number
  readonly hours?: number
  readonly minutes?: number
  readonly seconds?: number
}

/** The time of a configuration. It passes, and a test moves it forward. */
export interface TestClock {
  /** In milliseconds since 1970. */
  now(): number
  /**
   * Moves the time forward.
   *
   * @throws RangeError for a negative duration: what has expired would be valid again.
   */
  advance(duration: Duration): void
}

/**
 * The time of a configuration: sessions, links, limits and tokens expire by it, and so does its store in memory. `Date` and timers are not
 * moved, and neither is the time of a database or of Redis.
 *
 * @param auth - What `.build()` returned, or its function `auth` or `getSession`.
 * @throws AuthError where `NODE_ENV` is `production`.
 *
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
      if (!(milliseconds >= 0)) throw new RangeError('A clock is only moved forward.')
      port.moveTime(milliseconds)
    },
  }
}
