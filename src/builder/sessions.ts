import type { NamedReason } from './problem-sentences.js'
import type { AuthConfigError } from './rules/refused.js'

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

/**
 * Names the request for which a configuration is made that is made anew for each; others need none.
 */
export interface ForRequest {
  request?: Request
}

/** Revokes sessions of any user. Check first whether the caller may. */
export interface RevocableSessions {
  /** The session that a request carries, or `null`. */
  current(request: Request): Promise<SessionInfo | null>
  /** Ends one session, wherever it is used. Nothing happens when there is none with that id. */
  revoke(sessionId: string, options?: ForRequest): Promise<void>
  /** Ends every session of a user that has started before, and each sign-in with a password that has begun. */
  revokeAll(userId: string, options?: ForRequest): Promise<void>
}

/** Lists sessions, too: with strategy `'database'`. */
export interface ListedSessions extends RevocableSessions {
  /** The sessions of a user that have not ended, in no order. */
  list(userId: string, options?: ForRequest): Promise<readonly SessionInfo[]>
}

/** What `sessions` of a configuration can do. A sealed cookie is nowhere listed, so with `'jwt'` there is no `list`. */
export interface SessionControls {
  revocable: RevocableSessions
  listed: ListedSessions
  /** The adapter lacks methods for it; calling what it has not prints the reason. */
  lacking: AuthConfigError<
    NamedReason<
      'adapterLacks',
      '`sessions`',
      'listSessionsByUserId, deleteSessionById, deleteSessionsByUserId'
    >
  >
}
