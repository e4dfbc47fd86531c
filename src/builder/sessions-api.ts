import type { SessionInfo } from '../model/session-info.js'
import type { NamedReason } from './problem-sentences.js'
import type { AuthConfigError } from './type-rules/error-message-types.js'

/** The current request. Required only if the configuration is a function of the request, or has tenants. */
export interface ForRequest {
  request?: Request
}

/** Revokes sessions of any user. Check first that the caller is allowed to do this. */
export interface RevocableSessions {
  /** Returns the session of a request, or `null`. */
  current(request: Request): Promise<SessionInfo | null>
  /** Ends one session. Does nothing if there is no such session. */
  revoke(sessionId: string, options?: ForRequest): Promise<void>
  /** Ends all sessions of a user. */
  revokeAll(userId: string, options?: ForRequest): Promise<void>
}

/** Lists and revokes sessions: with strategy `'database'`, or a `sessionStore`. */
export interface ListedSessions extends RevocableSessions {
  /** Returns the active sessions of a user, in no particular order. */
  list(userId: string, options?: ForRequest): Promise<readonly SessionInfo[]>
}

/**
 * The type of `auth.sessions`. With strategy `'jwt'` and no `sessionStore`, there is no `list`, because
 * sessions are only in cookies.
 */
export interface SessionControls {
  revocable: RevocableSessions
  listed: ListedSessions
  /** The adapter lacks methods. */
  lacking: AuthConfigError<
    NamedReason<
      'adapterLacks',
      '`sessions`',
      'listSessionsByUserId, deleteSessionById, deleteSessionsByUserId'
    >
  >
}
