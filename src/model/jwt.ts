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
