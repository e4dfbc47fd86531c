import type { Awaitable } from '../../../model/awaitable.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import type { JwtOptions } from '../../../options/session-options.js'
import type { Clock } from '../base/clock.js'
import type { Emit } from '../config/emit-events.js'
import type { Callbacks } from '../config/run-callbacks.js'
import type { Sealer } from '../crypto/sealer.js'
import type { NamedCookie } from '../http/cookie-policy.js'
import type { CookieExchange } from '../http/cookies.js'
import type { Revocations } from './revocations.js'
import type { SessionPolicy } from './session-lifetime.js'
import type { SessionRule } from './session-rule.js'
import type { SealedClaims, SessionOrigin } from './session-strategy.js'

export interface WrittenToken {
  readonly sealed: string
  readonly origin: SessionOrigin
  readonly userId: string
  /** In seconds since 1970. */
  readonly at: number
  /** In seconds. */
  readonly lifetime: number
  /** Whether `callbacks.jwt` has changed the claims, or the token begins a session. */
  readonly isChanged: boolean
}

export interface TokenHolder {
  read(exchange: CookieExchange): Promise<string | undefined>
  idOf(exchange: CookieExchange): Promise<string | undefined>
  begin(exchange: CookieExchange): Promise<string>
  checkLength(sealed: string): void
  /** Stores a token. Returns `false` if the session has ended. */
  write(written: WrittenToken, exchange: CookieExchange): Promise<boolean>
}

export interface JwtSessionParts {
  readonly sealer: Sealer
  /** `undefined` if tokens are in cookies. */
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
  secretsDiffer(): Promise<boolean>
}

export interface TokenAccess {
  readonly parts: JwtSessionParts
  sentToken(exchange: CookieExchange): Awaitable<string | undefined>
  /** Opens a token that is valid now. Its session may have been revoked. */
  open(sealed: string): Awaitable<SealedClaims | null>
  clear(exchange: CookieExchange): void
}

export function secondsNow({ parts }: TokenAccess): number {
  return Math.floor(parts.clock() / 1000)
}
