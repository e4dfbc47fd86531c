import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Awaitable } from '../model/awaitable.js'
import type { JWTDecodeParams, JWTEncodeParams } from '../model/jwt-params.js'

/** How session tokens are made with strategy `'jwt'`. */
export interface JwtOptions {
  /** What a session token must hold; a stored token that does not match is not a session. */
  claims?: StandardSchemaV1
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
