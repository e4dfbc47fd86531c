import type { AuthSpec } from '../../../builder/auth-spec.js'
import type { Log } from '../config/logger.js'
import type { ShowRequest } from './session-strategy.js'

/** Lifetimes in seconds. */
export interface SessionPolicy {
  /** Idle lifetime. */
  readonly maxAge: number
  /** Minimum time between two extensions. */
  readonly updateAge: number
  readonly absoluteMaxAge: number
}

const DAY_SECONDS = 86_400

export function sessionPolicy({ session, jwt }: Pick<AuthSpec, 'session' | 'jwt'>): SessionPolicy {
  const idle = session.maxAge ?? 30 * DAY_SECONDS
  const maxAge = Math.min(idle, jwt.maxAge ?? idle)
  return {
    maxAge,
    // A session of less than a day would otherwise end while the user is active.
    updateAge: session.updateAge ?? Math.min(DAY_SECONDS, Math.floor(maxAge / 2)),
    absoluteMaxAge: session.absoluteMaxAge ?? 90 * DAY_SECONDS,
  }
}

/** Maximum idle lifetime of a session that ends with the browser session. */
const BRIEF_SECONDS = 43_200

export interface SessionBounds {
  /** In seconds since 1970, like `end`. */
  readonly start: number
  /** Whether the session ends with the browser session. */
  readonly brief?: boolean | undefined
  readonly end?: number | undefined
}

export function policyOf(policy: SessionPolicy, { start, brief, end }: SessionBounds): SessionPolicy {
  if (!brief && end === undefined) return policy
  const maxAge = brief ? Math.min(policy.maxAge, BRIEF_SECONDS) : policy.maxAge
  return {
    maxAge,
    updateAge: brief ? Math.min(policy.updateAge, Math.floor(maxAge / 2)) : policy.updateAge,
    absoluteMaxAge: Math.min(policy.absoluteMaxAge, (end ?? Number.POSITIVE_INFINITY) - start),
  }
}

export function remainingLifetime(policy: SessionPolicy, startedAt: number, now: number): number {
  return Math.min(policy.maxAge, startedAt + policy.absoluteMaxAge - now)
}

const MAX_COOKIE_DAYS = 400

/**
 * Returns `expires` of the session cookie, or no attribute if the session ends with the browser session.
 * Times are in seconds since 1970.
 *
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis-22#section-5.5
 */
export function cookieEnd(
  end: number,
  now: number,
  { brief }: Pick<SessionBounds, 'brief'>,
): { expires?: Date } {
  if (brief) return {}
  return { expires: new Date(Math.min(end, now + MAX_COOKIE_DAYS * DAY_SECONDS) * 1000) }
}

/** Whether a request extends a token. `now` is in seconds since 1970, `updateAge` in seconds. */
export function isTokenExtended(
  { iat, exp }: { readonly iat: number; readonly exp: number },
  now: number,
  updateAge: number,
  { extension }: Pick<ShowRequest, 'extension'>,
): boolean {
  if (now < iat + updateAge) return false
  return extension === 'due' || (extension === 'late' && now >= (iat + exp) / 2)
}

/**
 * Whether a request extends a stored session. `expires` and `renewed` are in milliseconds since 1970,
 * `updateAge` is in seconds.
 */
export function isRowExtended(expires: number, renewed: number, updateAge: number): boolean {
  return expires <= renewed - updateAge * 1000
}

/**
 * Whether the claims must be refreshed. Times are in seconds. If `refreshed` is too far in the future, a
 * clock was set back, and the claims are refreshed as well.
 */
export function isDue(refreshed: number, now: number, every: number): boolean {
  return now >= refreshed + every || refreshed > now + every
}

/**
 * Extends a session. Returns `false` after an error for which `isOutage` returns `true`. Throws other errors.
 */
export type RenewSession = (
  renew: () => Promise<unknown>,
  isOutage: (error: unknown) => boolean,
) => Promise<boolean>

/** Returns a function that extends sessions. It warns only about the first failure in a row. */
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
