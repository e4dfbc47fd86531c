import type { AuthSpec } from '../../../builder/spec.js'
import type { Log } from '../config/logger.js'
import type { ShowRequest } from './session-strategy.js'

/** How long sessions live, in seconds. */
export interface SessionPolicy {
  readonly maxAge: number
  readonly updateAge: number
  readonly absoluteMaxAge: number
}

const DAY_SECONDS = 86_400

export function sessionPolicy({ session, jwt }: Pick<AuthSpec, 'session' | 'jwt'>): SessionPolicy {
  const idle = session.maxAge ?? 30 * DAY_SECONDS
  const maxAge = Math.min(idle, jwt.maxAge ?? idle)
  return {
    maxAge,
    // A session shorter than a day must be extended while it lasts, or using it would not keep it.
    updateAge: session.updateAge ?? Math.min(DAY_SECONDS, Math.floor(maxAge / 2)),
    absoluteMaxAge: session.absoluteMaxAge ?? 90 * DAY_SECONDS,
  }
}

/** Seconds after which a session ends whose user did not choose to stay signed in. */
const BRIEF_SECONDS = 43_200

/** What bounds one session. */
export interface SessionBounds {
  /** Like `end`, in seconds since 1970. */
  readonly start: number
  /** Whether the user did not choose to stay signed in. */
  readonly brief?: boolean | undefined
  /** When it must end at the latest. */
  readonly end?: number | undefined
}

/** How long one session lives. */
export function policyOf(policy: SessionPolicy, { start, brief, end }: SessionBounds): SessionPolicy {
  if (!brief && end === undefined) return policy
  const maxAge = brief ? Math.min(policy.maxAge, BRIEF_SECONDS) : policy.maxAge
  return {
    maxAge,
    updateAge: brief ? Math.min(policy.updateAge, Math.floor(maxAge / 2)) : policy.updateAge,
    absoluteMaxAge: Math.min(policy.absoluteMaxAge, (end ?? Number.POSITIVE_INFINITY) - start),
  }
}

/** Seconds that a session may still live: its idle time, cut off at the end of its absolute lifetime. */
export function remainingLifetime(policy: SessionPolicy, startedAt: number, now: number): number {
  return Math.min(policy.maxAge, startedAt + policy.absoluteMaxAge - now)
}

/** The most days that browsers keep a cookie. */
const MAX_COOKIE_DAYS = 400

/**
 * When the cookie of a session ends.
 *
 * @param end - Like `now`, in seconds since 1970.
 * @param isBrief - Whether the cookie ends with the session of the browser.
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis-22#section-5.5
 */
export function cookieEnd(end: number, now: number, isBrief?: boolean): { expires?: Date } {
  if (isBrief) return {}
  return { expires: new Date(Math.min(end, now + MAX_COOKIE_DAYS * DAY_SECONDS) * 1000) }
}

/*
 * When a session is extended, by strategy. A token says when it was sealed: once `updateAge` has passed since then, by `isTokenExtended`.
 * Its cookie is a part of the response, so that a request may extend it late or never. A row says only when it ends: it is extended once
 * `updateAge` has passed since it would have been given that end, by `isRowExtended`, and whatever the request, because that sets no
 * cookie. Neither is extended where a read writes nothing.
 */

/**
 * Whether a sealed token is replaced by one that lasts longer.
 *
 * @param now - Like `updateAge`, in seconds.
 */
export function isTokenExtended(
  { iat, exp }: { readonly iat: number; readonly exp: number },
  now: number,
  updateAge: number,
  { extension }: Pick<ShowRequest, 'extension'>,
): boolean {
  // Few requests come when it is due, and only theirs are looked at.
  if (now < iat + updateAge) return false
  return extension === 'due' || (extension === 'late' && now >= (iat + exp) / 2)
}

/**
 * Whether the row of a session in a database is given a later end.
 *
 * @param expires - When the row ends; like `renewed`, in milliseconds since 1970.
 * @param renewed - When it would end if it were extended now.
 * @param updateAge - In seconds.
 */
export function isRowExtended(expires: number, renewed: number, updateAge: number): boolean {
  return expires <= renewed - updateAge * 1000
}

/** Whether claims are old enough to be refreshed. A time in the future was written by a clock that has been set back since. */
export function isDue(refreshed: number, now: number, every: number): boolean {
  return now >= refreshed + every || refreshed > now + every
}

/**
 * Renews a session: extends it, or stores what a callback changed. Returns whether that worked; throws the errors that `isOutage` does
 * not accept.
 */
export type RenewSession = (
  renew: () => Promise<unknown>,
  isOutage: (error: unknown) => boolean,
) => Promise<boolean>

/**
 * Warns of the first renewal that fails: until one succeeds, the reason is the same.
 *
 * @param meanwhile - What holds while renewals fail, and what to do: sentences of the warning.
 */
export function renewSessions({ logger }: Pick<Log, 'logger'>, meanwhile: string): RenewSession {
  let isFailing = false
  return async (renew, isOutage) => {
    try {
      await renew()
      isFailing = false
    } catch (error) {
      if (!isOutage(error)) throw error
      // Adapters and stores are guarded: each of their errors has a cause.
      const { cause } = error as { cause: { err: Error } }
      if (!isFailing) {
        logger.warn(
          'session-not-extended',
          `Sessions are read, but cannot be extended: ${meanwhile} ${cause.err.message}`,
        )
      }
      isFailing = true
    }
    return !isFailing
  }
}
