import type { AuthConfigError } from './config-error.js'
import type { NamedReason } from './reasons.js'

/** A session of a user, without its token. */
export interface SessionInfo {
  /** Names the session. It is of no use as a cookie. */
  id: string
  userId: string
  /** When the session ends if it is not used again. */
  expires: Date
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
  /** Ends every session of a user that has started before. */
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
