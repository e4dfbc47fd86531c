/** Where sessions live: in a sealed cookie, or in the database. */
export type Strategy = 'jwt' | 'database'

/** How long sessions live. All times are in seconds. */
export interface SessionOptions {
  /** Default: `'jwt'`, and `'database'` once there is an adapter. */
  strategy?: Strategy
  /** Seconds after which an unused session ends. Default: 2,592,000 (30 days). */
  maxAge?: number
  /** Seconds between two extensions of a session in use; 0 extends at every use. Default: 86,400 (one day), or half of `maxAge` where that is less. */
  updateAge?: number
  /** Seconds after sign-in at which a session ends, used or not. Default: 7,776,000 (90 days). */
  absoluteMaxAge?: number
  /** The token of a new database session; the time is added to it. Default: 256 random bits. */
  generateSessionToken?: () => string
  /**
   * Whether a session stores the `User-Agent` and the network address of its sign-in, for `auth.sessions`. The address is stored only
   * where the option `clientAddress` or the variable `AUTH_CLIENT_ADDRESS_HEADER` says where to find it. Default: `true`.
   */
  device?: boolean
}
