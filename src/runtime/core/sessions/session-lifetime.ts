import type { AuthSpec } from '../../../builder/spec.js'
import type { Log } from '../config/logger.js'
import type { ShowRequest } from './session-strategy.js'

/** Lifetimes of sessions, in seconds. */
export interface SessionPolicy {
  /** Idle lifetime: a session ends after this time without being extended. */
  readonly maxAge: number
  /** Minimum time between two extensions. */
  readonly updateAge: number
  /** Maximum lifetime, counted from the sign-in. Extensions do not change it. */
  readonly absoluteMaxAge: number
}

const DAY_SECONDS = 86_400

/** The session lifetimes that a configuration sets. */
export function sessionPolicy({ session, jwt }: Pick<AuthSpec, 'session' | 'jwt'>): SessionPolicy {
  const idle = session.maxAge ?? 30 * DAY_SECONDS
  const maxAge = Math.min(idle, jwt.maxAge ?? idle)
  return {
    maxAge,
    // A session that lasts less than a day must be extended more often. Otherwise it would end while the user
    // is active.
    updateAge: session.updateAge ?? Math.min(DAY_SECONDS, Math.floor(maxAge / 2)),
    absoluteMaxAge: session.absoluteMaxAge ?? 90 * DAY_SECONDS,
  }
}

/** Maximum idle lifetime of a session that ends with the browser session, in seconds. */
const BRIEF_SECONDS = 43_200

/** The limits of a session's lifetime. */
export interface SessionBounds {
  /** Start of the session, in seconds since 1970, like `end`. */
  readonly start: number
  /** Whether the session ends with the browser session, because the user did not choose to stay signed in. */
  readonly brief?: boolean | undefined
  /** Latest end of the session. */
  readonly end?: number | undefined
}

/** The lifetimes of one session. */
export function policyOf(policy: SessionPolicy, { start, brief, end }: SessionBounds): SessionPolicy {
  if (!brief && end === undefined) return policy
  const maxAge = brief ? Math.min(policy.maxAge, BRIEF_SECONDS) : policy.maxAge
  return {
    maxAge,
    updateAge: brief ? Math.min(policy.updateAge, Math.floor(maxAge / 2)) : policy.updateAge,
    absoluteMaxAge: Math.min(policy.absoluteMaxAge, (end ?? Number.POSITIVE_INFINITY) - start),
  }
}

/** Remaining lifetime in seconds: the idle lifetime, limited by the absolute lifetime. */
export function remainingLifetime(policy: SessionPolicy, startedAt: number, now: number): number {
  return Math.min(policy.maxAge, startedAt + policy.absoluteMaxAge - now)
}

/** Maximum lifetime of a cookie in browsers, in days. */
const MAX_COOKIE_DAYS = 400

/**
 * Expiry of the session cookie.
 *
 * @param end - End of the session, in seconds since 1970, like `now`.
 * @param isBrief - Whether the cookie ends with the browser session.
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis-22#section-5.5
 */
export function cookieEnd(end: number, now: number, isBrief?: boolean): { expires?: Date } {
  if (isBrief) return {}
  return { expires: new Date(Math.min(end, now + MAX_COOKIE_DAYS * DAY_SECONDS) * 1000) }
}

/*
 * When a session is extended depends on the strategy.
 *
 * A token contains the time at which it was sealed. It is extended once `updateAge` has passed since then
 * (`isTokenExtended`). By default, the new token is sent in a cookie. Some responses cannot set cookies, and a
 * request that is or may be a prefetch extends the session never or late (`Extension`).
 *
 * A database row contains only its expiry. It is extended if its new expiry would be at least `updateAge` later
 * (`isRowExtended`). This sets no cookie, so any request may extend a row.
 *
 * If a read must not write, it extends neither a token nor a row.
 */

/**
 * Whether a sealed token should be replaced by a token with a later expiry.
 *
 * @param now - In seconds, like `updateAge`.
 */
export function isTokenExtended(
  { iat, exp }: { readonly iat: number; readonly exp: number },
  now: number,
  updateAge: number,
  { extension }: Pick<ShowRequest, 'extension'>,
): boolean {
  // Most requests come before an extension is due.
  if (now < iat + updateAge) return false
  return extension === 'due' || (extension === 'late' && now >= (iat + exp) / 2)
}

/**
 * Whether the row of a database session should get a later expiry.
 *
 * @param expires - Expiry of the row, in milliseconds since 1970, like `renewed`.
 * @param renewed - The expiry if the session were extended now.
 * @param updateAge - In seconds.
 */
export function isRowExtended(expires: number, renewed: number, updateAge: number): boolean {
  return expires <= renewed - updateAge * 1000
}

/**
 * Whether claims are old enough to be refreshed. A `refreshed` more than `every` in the future means that a
 * clock was set back, so the claims are refreshed, too.
 *
 * @param refreshed - Time of the last refresh, in seconds since 1970, like `now`.
 * @param every - Interval between two refreshes, in seconds.
 */
export function isDue(refreshed: number, now: number, every: number): boolean {
  return now >= refreshed + every || refreshed > now + every
}

/**
 * Calls `renew`, which extends a session or stores changes by a callback. Returns `false` if it fails with an
 * error for which `isOutage` returns `true`. Throws other errors.
 */
export type RenewSession = (
  renew: () => Promise<unknown>,
  isOutage: (error: unknown) => boolean,
) => Promise<boolean>

/**
 * Creates a function that renews sessions. It warns about the first failure. Until a renewal succeeds,
 * further failures probably have the same cause, so they are not logged.
 *
 * @param consequence - Sentences of the warning about the consequences of the failure, and what to do.
 */
export function renewSessions({ logger }: Pick<Log, 'logger'>, consequence: string): RenewSession {
  let isFailing = false
  return async (renew, isOutage) => {
    try {
      await renew()
      isFailing = false
    } catch (error) {
      if (!isOutage(error)) throw error
      // Each error of a guarded adapter or store has a cause.
      const { cause } = error as { cause: { err: Error } }
      if (!isFailing) {
        logger.warn(
          'session-not-extended',
          `Sessions are read, but cannot be extended: ${consequence} ${cause.err.message}`,
        )
      }
      isFailing = true
    }
    return !isFailing
  }
}
