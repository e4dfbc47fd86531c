/** A session of a user, without its token. */
export interface SessionInfo {
  /** Identifies the session, but cannot be used as a cookie. */
  id: string
  /** The id of the user. */
  userId: string
  /** When the session expires if it is not used again. */
  expires: Date
  /** When the user signed in. `null` if this was not stored. */
  createdAt: Date | null
  /** With strategy `'database'`, when the session was last used, accurate to an hour. Otherwise, when it was last extended or changed. */
  lastUsedAt: Date | null
  /** The `User-Agent` header of the sign-in, cut off after 190 characters. Escape it: it is untrusted. */
  userAgent: string | null
  /**
   * The IP address of the sign-in, without the last 64 bits of an IPv6 address. `null` if no source of the IP address
   * is configured or known.
   */
  networkAddress: string | null
}
