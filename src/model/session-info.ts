/** A session of a user, without its token. */
export interface SessionInfo {
  /** Names the session. It is of no use as a cookie. */
  id: string
  userId: string
  /** When the session ends if it is not used again. */
  expires: Date
  /** When the user signed in. `null` where it is not stored: by other adapters than ours, or before there was a column for it. */
  createdAt: Date | null
  /** When the session was last used: to the hour with strategy `'database'`, else when the cookie was last renewed. */
  lastUsedAt: Date | null
  /** The `User-Agent` of the sign-in, cut off after 190 characters. Any client can send any text: escape it. */
  userAgent: string | null
  /**
   * The network address of the sign-in: an IPv4 address, or the /64 of an IPv6 address. `null` unless the option `clientAddress` or the
   * variable `AUTH_CLIENT_ADDRESS_HEADER` says where to find it.
   */
  networkAddress: string | null
}
