import type { Awaitable } from '../../../model/awaitable.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import type { JwtOptions } from '../../../options/session-options.js'
import type { Clock } from '../base/clock.js'
import type { Callbacks } from '../config/callbacks.js'
import type { Emit } from '../config/events.js'
import type { Sealer } from '../crypto/sealer.js'
import type { NamedCookie } from '../http/cookie-policy.js'
import type { CookieExchange } from '../http/cookies.js'
import type { Revocations } from './revocations.js'
import type { SessionPolicy } from './session-lifetime.js'
import type { SessionRule } from './session-rule.js'
import type { SealedClaims, SessionOrigin } from './session-strategy.js'

/** A sealed token to write. */
export interface WrittenToken {
  readonly sealed: string
  readonly origin: SessionOrigin
  readonly userId: string
  /** Time at which it was sealed, in seconds since 1970. */
  readonly at: number
  /** Remaining lifetime, in seconds. */
  readonly lifetime: number
  /** Whether `callbacks.jwt` has changed the claims, or the token begins a session. */
  readonly isChanged: boolean
}

/** Storage of sealed tokens outside of cookies. */
export interface TokenHolder {
  /** The session token of a request. */
  read(exchange: CookieExchange): Promise<string | undefined>
  /** The session id of a request. */
  idOf(exchange: CookieExchange): Promise<string | undefined>
  /** Returns the id for a session that the request starts. */
  begin(exchange: CookieExchange): Promise<string>
  /** Throws if a sealed token is too long. */
  checkLength(sealed: string): void
  /** Stores a token. Returns `false` if the session has ended. */
  write(written: WrittenToken, exchange: CookieExchange): Promise<boolean>
}

/** Parts of the app that the strategy needs. */
export interface JwtSessionParts {
  readonly sealer: Sealer
  /** Stores the tokens. Default: tokens are in cookies. */
  readonly holder: TokenHolder | undefined
  readonly cookie: NamedCookie
  readonly callbacks: Callbacks
  readonly emit: Emit
  readonly revocations: Revocations
  readonly logger: LoggerInstance
  readonly policy: SessionPolicy
  readonly options: JwtOptions
  readonly rules: readonly SessionRule[]
  readonly clock: Clock
  /**
   * Whether another process has a secret that this process does not have, for example during a deployment.
   */
  secretsDiffer(): Promise<boolean>
}

/** The members of the strategy for sealed tokens that the code for starting and ending sessions uses. */
export interface TokenAccess {
  readonly parts: JwtSessionParts
  /** The session token of a request. */
  sentToken(exchange: CookieExchange): Awaitable<string | undefined>
  /** The claims of a token, if it is valid now. The session may have been revoked. */
  open(sealed: string): Awaitable<SealedClaims | null>
  /** Clears the session cookie. */
  clear(exchange: CookieExchange): void
}

/** The time, in seconds since 1970. */
export function secondsNow({ parts }: TokenAccess): number {
  return Math.floor(parts.clock() / 1000)
}
