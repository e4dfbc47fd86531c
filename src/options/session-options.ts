import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Awaitable } from '../model/awaitable.js'
import type { JWTDecodeParams, JWTEncodeParams } from '../model/session.js'
import type { SessionStore } from '../stores/contract.js'

/** Where sessions are stored: in a sealed cookie, or in the database. */
export type Strategy = 'jwt' | 'database'

/** Periodic refresh of the claims of sealed sessions. */
export interface ClaimsRefresh {
  /** Interval in seconds. */
  every: number
  /**
   * Returns new claims, which are merged into the session token, or `null` to end the session. Do not return claims
   * that were copied from `token`, because another request may have updated them since. If the function throws or takes
   * more than five seconds, the claims do not change.
   */
  claims(token: Record<string, unknown>): Awaitable<Record<string, unknown> | null>
}

/** Limit on concurrent sessions per user. */
export interface MaxSessions {
  /** Maximum number of sessions per user: an integer greater than 0. */
  count: number
  /** `'revokeOldest'` ends the oldest session, `'reject'` refuses the sign-in with `AccessDenied`. Default: `'revokeOldest'`. */
  onExceeded?: 'revokeOldest' | 'reject'
}

/** Types of the session options that the compiler checks against other steps. */
export interface SessionOptionTypes {
  strategy: Strategy
  maxSessions: MaxSessions
  cookieCache: number
  refresh: ClaimsRefresh
  sessionStore: SessionStore
  domain: string
}

/** Options of `.session()`. All times are in seconds. */
export interface SessionOptions<
  Types extends Readonly<Record<keyof SessionOptionTypes, unknown>> = SessionOptionTypes,
> {
  /** Default: `'database'` with an adapter, otherwise `'jwt'`. */
  strategy?: Types['strategy']
  /** Seconds after which an unused session expires. Default: 2,592,000 (30 days). */
  maxAge?: number
  /**
   * Minimum seconds between two extensions of a session; 0 extends it on every read. Default: 86,400 (one day), or half of `maxAge` if that
   * is less.
   */
  updateAge?: number
  /** Seconds after the sign-in at which a session expires even if it is used. Default: 7,776,000 (90 days). */
  absoluteMaxAge?: number
  /**
   * Returns the token of a new database session: 1 to 400 visible ASCII characters that do not begin with `tenant:`.
   * Authwright appends data of the session, such as the time of the sign-in. Default: 256 random bits.
   */
  generateSessionToken?: () => string
  /**
   * Whether a session stores the `User-Agent` header and the IP address of its sign-in, for `auth.sessions`. The IP address is stored only if
   * its source is configured: see `clientAddress`. Default: `true`.
   */
  storeDevice?: boolean
  /**
   * Limit on concurrent database sessions per user, such as `{ count: 5 }`. Without a shared store, concurrent sign-ins
   * of a user in several processes can exceed the limit. Default: 100 stored sessions, if they can be listed.
   */
  maxSessions?: Types['maxSessions']
  /**
   * A domain whose subdomains share the session cookie, such as `example.com`. Hosts outside of the domain, such as `localhost`, use a
   * host-only cookie. Default: host-only cookies.
   */
  domain?: Types['domain']
  /**
   * Seconds, at most 3,600, for which a sealed copy of a database session is used instead of a database query. The copy
   * is in a second cookie. A revoked session ends at once if the processes share a store, otherwise when the copy
   * expires. Default: 0.
   */
  cookieCache?: Types['cookieCache']
  /**
   * Shows a "Stay signed in" checkbox on the sign-in page and the sign-up page. If the user does not check it, the cookie is deleted when the
   * browser closes, and the session expires after 12 hours without use (or `maxAge`, if that is less). Your own forms send `remember=on`.
   * Default: `false`.
   */
  remember?: boolean
  /**
   * Whether a session ends when the ID token of its sign-in expires (`exp`). A claim `session_expiry` in the ID token ends the session with
   * or without this option, and takes precedence. Default: `false`.
   *
   * @example
   * ```ts
   * import { createAuth } from 'authwright'
   * import { keycloak } from 'authwright/providers/keycloak'
   *
   * export const auth = createAuth().provider(keycloak()).session({ endWithIdToken: true }).build()
   * ```
   *
   * @see https://github.com/openid/ipsie-openid-sl1
   * @see https://openid.net/specs/openid-connect-session-1_0.html#CreatingUpdatingSessions
   */
  endWithIdToken?: boolean
  /** Periodic refresh of the claims of sealed sessions. Default: none. */
  refresh?: Types['refresh']
  /**
   * A store for the sealed claims of sessions with strategy `'jwt'`, such as `redisSessions({ client })` of
   * `authwright/adapters/redis-sessions`. The cookie then contains only a random token, and sessions can be listed.
   */
  sessionStore?: Types['sessionStore']
}

/** Options of `.jwt()`: session tokens with strategy `'jwt'`. */
export interface JwtOptions<Claims = StandardSchemaV1> {
  /** Schema of the claims. A token whose claims do not match is invalid. */
  claims?: Claims
  /** Secret for session tokens, instead of the option `secret`. The first of several secrets seals new tokens; all of them open tokens. */
  secret?: string | readonly string[] | undefined
  /** Lifetime of a token in seconds, unless it is extended. Default and maximum: `session.maxAge`. */
  maxAge?: number
  /** Encodes a session token. Include `iat`, `exp` and `~session`, because `decode` must return these claims, too. Default: a sealed token (JWE). */
  encode?(params: JWTEncodeParams): Awaitable<string>
  /** Returns the claims of a token of `encode`, or `null` if it is invalid. Expiry is checked afterwards. Default: opens a sealed token. */
  decode?(params: JWTDecodeParams): Awaitable<object | null>
}
