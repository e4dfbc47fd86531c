import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Awaitable } from '../model/awaitable.js'
import type { JWTDecodeParams, JWTEncodeParams } from '../model/session.js'
import type { SessionStore } from '../stores/contract.js'

/** Where sessions live: in a sealed cookie, or in the database. */
export type Strategy = 'jwt' | 'database'

/** How claims of sealed sessions are refreshed by the application. */
export interface ClaimsRefresh {
  /** Seconds after which claims are refreshed. */
  every: number
  /**
   * Returns the claims that were fetched, to be merged into the tokens of the session, or `null` to end the session. Those of the token that it is given
   * do not belong to them: they may be older than an update of another request. Where it throws, or takes longer than
   * five seconds, the claims of the token stay, and it is called again ten seconds later.
   */
  claims(token: Record<string, unknown>): Awaitable<Record<string, unknown> | null>
}

/** A limit on the sessions of one user. */
export interface MaxSessions {
  /** The most sessions that a user has at a time: an integer greater than 0. */
  count: number
  /**
   * What a sign-in beyond `count` does: `'revokeOldest'` ends the session that began first, `'reject'` refuses the sign-in with
   * `AccessDenied`. Default: `'revokeOldest'`.
   */
  onExceeded?: 'revokeOldest' | 'reject'
}

/** The types of the session options that `.session()` compares with other steps. */
export interface SessionOptionTypes {
  strategy: Strategy
  maxSessions: MaxSessions
  cookieCache: number
  refresh: ClaimsRefresh
  sessionStore: SessionStore
  domain: string
}

/** How long sessions live. All times are in seconds. */
export interface SessionOptions<
  Types extends Readonly<Record<keyof SessionOptionTypes, unknown>> = SessionOptionTypes,
> {
  /** Default: `'jwt'`, and `'database'` once there is an adapter. */
  strategy?: Types['strategy']
  /** Seconds after which an unused session ends. Default: 2,592,000 (30 days). */
  maxAge?: number
  /** Seconds between two extensions of a session in use; 0 extends at every use. Default: 86,400 (one day), or half of `maxAge` where that is less. */
  updateAge?: number
  /** Seconds after sign-in at which a session ends, used or not. Default: 7,776,000 (90 days). */
  absoluteMaxAge?: number
  /** The token of a new database session; the time is added to it. Default: 256 random bits. */
  generateSessionToken?: () => string
  /**
   * Whether a session stores the `User-Agent` and the network address of its sign-in, for `auth.sessions`. The address is stored only
   * where the option `clientAddress` or the variable `AUTH_CLIENT_ADDRESS_HEADER` says where to find it. Default: `true`.
   */
  storeDevice?: boolean
  /**
   * The most sessions that a user has at a time, in a database: `{ count: 5 }`. The limit holds if the processes share a store. Without one, sign-ins
   * of a user at the same moment in several processes can exceed it until the next sign-in. Default: no limit.
   */
  maxSessions?: Types['maxSessions']
  /**
   * The domain whose subdomains share a session, such as `example.com`. It holds at hosts of the domain; others, such as `localhost`, keep
   * a cookie of the host. Every server of every subdomain receives the cookie. Default: the cookie is one of the host.
   */
  domain?: Types['domain']
  /**
   * Seconds for which a read trusts a sealed copy of a database session in a second cookie, without a query of the database: at most 3600. A session
   * that ends meanwhile is read for so long: at once where processes share a store. Default: 0, every read queries the database.
   */
  cookieCache?: Types['cookieCache']
  /**
   * Shows a box on the sign-in page. Without it, a session has a cookie that ends with the browser's session, and ends after 12 hours without
   * use, or after `maxAge` where that is less. Forms of your own send `remember=on`. Default: `false`, every session lasts.
   */
  remember?: boolean
  /**
   * Whether a session ends when the ID token that it started with expires (`exp`), where that has no claim `session_expiry`. The claim ends its session
   * with or without this option, and after that time the ID token signs no user in (`OAuthCallbackError`). Default: `false`.
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
  /** Refreshes claims of sealed sessions that are older than `every` seconds. Default: claims change by `callbacks.jwt` alone. */
  refresh?: Types['refresh']
  /**
   * Stores the sealed claims of sessions of strategy `'jwt'`, and leaves a random token in the cookie: `redisSessions({ client })` of
   * `authwright/adapters/redis-sessions`. Sessions are then listed, and end at once. Default: claims are in the cookie.
   */
  sessionStore?: Types['sessionStore']
}

/** How session tokens are made with strategy `'jwt'`. */
export interface JwtOptions<Claims = StandardSchemaV1> {
  /** What a session token must hold; a stored token that does not match is not a session. */
  claims?: Claims
  /** Seals session tokens in place of the option `secret`. With several, the first seals and each opens. */
  secret?: string | readonly string[]
  /** Seconds after which a token is worth nothing unless it was sealed anew. Default, and most: `session.maxAge`. */
  maxAge?: number
  /**
   * Makes a token in place of Authwright. The claims that it is given hold `iat`, `exp` and `~session`, which
   * `decode` must give back. Default: a sealed token.
   */
  encode?(params: JWTEncodeParams): Awaitable<string>
  /**
   * The claims of a token that `encode` made, or `null`; throwing means the same. Whether it has expired is
   * checked afterwards. Default: opens what the default `encode` made.
   */
  decode?(params: JWTDecodeParams): Awaitable<object | null>
}
