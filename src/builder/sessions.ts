import type { SessionInfo } from '../model/session-info.js'
import type { NamedReason } from './problem-sentences.js'
import type { AuthConfigError } from './rules/refused.js'

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
