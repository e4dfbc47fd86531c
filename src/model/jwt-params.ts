import type { JWT } from './jwt.js'

/** What a session token is made from. */
export interface JWTEncodeParams<Payload = JWT> {
  /** The claims. `iat`, `exp` and `jti` are set anew. Default: none. */
  token?: Payload
  /** With several, the first encrypts. */
  secret: string | readonly string[]
  /** What the token is for: the name of its cookie. Another salt makes another key. */
  salt: string
  /** Seconds until the token is worth nothing. Default: 2,592,000 (30 days). */
  maxAge?: number
}

/** What a session token is read with. */
export interface JWTDecodeParams {
  token?: string | undefined
  /** With several, each opens what was encrypted with it. */
  secret: string | readonly string[]
  /** What the token was made for: the name of its cookie. */
  salt: string
}
