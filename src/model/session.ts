import type { User } from './user.js'

/** The fields of every session. */
export interface DefaultSession {
  /** The signed-in user. */
  user?: User
  /** When the session expires if it is not used again, as an ISO 8601 date and time in UTC. */
  expires: string
}

/** The user who acts as the user of a session, with `impersonation()`. */
export interface SessionActor {
  /** The id of the actor. */
  id: string
  /** The actor's name. */
  name?: string | null | undefined
  /** The actor's e-mail address. */
  email?: string | null | undefined
  /** URL of the actor's picture. */
  image?: string | null | undefined
}

/**
 * Augment this interface to add fields to every session. `.build()` requires that a callback returns the fields that
 * are not optional.
 */
export interface Session extends DefaultSession {}

/** The claims of every session token. */
export interface DefaultJWT {
  /** The user's name. */
  name?: string | null | undefined
  /** The user's e-mail address. */
  email?: string | null | undefined
  /** URL of the user's picture. */
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

/** Augment this interface to add claims to every session token. */
export interface JWT extends DefaultJWT {}

/** Parameters of `encode`, which seals a session token. */
export interface JWTEncodeParams<Payload = JWT> {
  /** The claims. `iat`, `exp` and `jti` are replaced. */
  token?: Payload
  /** The secret, or several secrets, of which the first one encrypts. */
  secret: string | readonly string[]
  /** The name of the token's cookie. The token of one cookie is not accepted in another cookie. */
  salt: string
  /** Lifetime in seconds. Default: 2,592,000 (30 days). */
  maxAge?: number
}

/** Parameters of `decode`, which opens a session token. */
export interface JWTDecodeParams {
  /** The token. */
  token?: string | undefined
  /** The secret, or several secrets, any of which may have encrypted the token. */
  secret: string | readonly string[]
  /**
   * The name of the token's cookie. If you call `decode` of `authwright/jwt` for a token of Authwright, append `@` and
   * the site, as in `__Host-authwright.session-token@app.example.com`.
   */
  salt: string
}
