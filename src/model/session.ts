import type { User } from './user.js'

/** The fields of every session. */
export interface DefaultSession {
  user?: User
  /** When the session ends if it is not used again, as an ISO 8601 date and time in UTC. */
  expires: string
}

/** Augment it to add fields to every session of the program; `.build()` then requires `callbacks.session`. */
export interface Session extends DefaultSession {}

/** The claims of every session token. */
export interface DefaultJWT {
  name?: string | null | undefined
  email?: string | null | undefined
  picture?: string | null | undefined
  /** The user's id. */
  sub?: string | undefined
  /** Issued at, in seconds since 1970. */
  iat?: number | undefined
  /** Expires at, in seconds since 1970. */
  exp?: number | undefined
  /** The id of this token. */
  jti?: string | undefined
}

/** Augment it to add claims to every session token of the program. */
export interface JWT extends DefaultJWT {}

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
