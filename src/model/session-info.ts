/** A session of a user, without its token. */
export interface SessionInfo {
  /** Identifies the session. It cannot be used as a cookie. */
  id: string
  /** The id of the user. */
  userId: string
  /** When the session expires if it is not used again. */
  expires: Date
  /** When the user signed in. `null` if this was not stored: adapters of other projects do not store it. */
  createdAt: Date | null
  /**
   * When the session was last used. With strategy `'database'`, the time is accurate to an hour. Otherwise,
   * it is the time at which the session was last extended or changed.
   */
  lastUsedAt: Date | null
  /** The `User-Agent` header of the sign-in, cut off after 190 characters. It is untrusted text: escape it. */
  userAgent: string | null
  /**
   * The IP address of the sign-in: an IPv4 address, or the /64 prefix of an IPv6 address. `null` unless the option `clientAddress`, the
   * variable `AUTH_CLIENT_ADDRESS_HEADER`, or a known platform such as Vercel names its source.
   */
  networkAddress: string | null
}
