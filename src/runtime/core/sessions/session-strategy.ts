import type { AdapterSession, AdapterUser } from '../../../adapters/contract.js'
import type { PublicSession, TokenClaims } from '../../../builder/spec.js'
import type { Account } from '../../../model/account.js'
import type { SessionActor } from '../../../model/session.js'
import type { Profile, User } from '../../../model/user.js'
import { membersOf } from '../base/type-guards.js'
import type { CookieExchange } from '../http/cookies.js'

/**
 * When a request extends a session that lives in its cookie: as soon as that is due, once half of its life is over, or not at all.
 * A response that extends a session writes its whole cookie, and undoes an update whose response came earlier.
 */
export type Extension = 'due' | 'late' | 'never'

/** How a request may change a session that it shows. */
export interface ShowRequest {
  readonly extension: Extension
  /** `false` where it writes nothing. Default: `true`. */
  readonly writes?: boolean
}

/** What a session stores of the client that signed in. */
export interface Device {
  readonly userAgent?: string
  readonly networkAddress?: string
}

/** Which session a sealed token is of: the same however often the token is sealed anew. */
export interface SessionOrigin {
  readonly id: string
  /** When the user signed in, in seconds since 1970. */
  readonly start: number
  /** Whether `start` is only when another library last renewed the token. When the user signed in is unknown then. */
  readonly renewed?: true | undefined
  /** Names the user in the store. */
  readonly user?: string | undefined
  /** The user's epoch when it began, where they had one. */
  readonly epoch?: string | undefined
  /** The mark of the session at a provider that it ends with. */
  readonly mark?: string | undefined
  /** The client that signed in, where it is stored. */
  readonly device?: Device | undefined
  /** Whether the user did not choose to stay signed in. */
  readonly brief?: true | undefined
  /** When it must end at the latest, in seconds since 1970, where the provider says so. */
  readonly end?: number | undefined
  /** When claims were last refreshed, in seconds since 1970, where that was after the start. */
  readonly refreshed?: number | undefined
}

/** What every session token holds; no callback can change it. */
export interface SealedClaims extends Record<string, unknown> {
  readonly sub: string
  readonly iat: number
  readonly exp: number
  /** No callback is shown it, so no claim of theirs is in its way. */
  readonly '~session': SessionOrigin
}

/** Whether an opened token is one of a session. Written by hand, because every session read calls it. */
export function isSealedClaims(claims: Record<string, unknown>): claims is SealedClaims {
  const { sub, iat, exp, '~session': session } = claims
  if (typeof sub !== 'string' || sub === '' || typeof iat !== 'number' || typeof exp !== 'number')
    return false
  const { id, start, user, epoch, mark, device, refreshed, end } = membersOf(session)
  if (typeof id !== 'string' || typeof start !== 'number') return false
  if (!isNumberIfAny(refreshed) || !isNumberIfAny(end)) return false
  const isDevice = device === undefined || (typeof device === 'object' && device !== null)
  return isTextIfAny(user) && isTextIfAny(epoch) && isTextIfAny(mark) && isDevice
}

function isNumberIfAny(value: unknown): boolean {
  return value === undefined || typeof value === 'number'
}

function isTextIfAny(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}

/** A person who has just proven who they are. */
export interface Login {
  readonly provider: string
  readonly user: User & { id: string }
  readonly account: Account
  readonly profile?: Profile
  readonly isNewUser: boolean
  /** What the sign-in was started with, where the configuration says what that is. */
  readonly state?: unknown
  /** The mark of the session at the provider, where the provider ends sessions. No listener is shown it. */
  readonly mark?: string | undefined
  /** When the session must end at the latest, in seconds since 1970, where the provider says so. No listener is shown it. */
  readonly end?: number | undefined
  /** The client that signed in, if that is stored. No listener is shown it. */
  readonly device?: Device
  /** Whether the user did not choose to stay signed in, where they can. */
  readonly isBrief?: boolean
}

/** A session that a request carries and that is still good. */
export type LiveSession = TokenSession | StoredSession

interface LiveSessionFields {
  readonly userId: string
  /** The user who acts as the user of the session. */
  readonly actor?: SessionActor
}

/** A session that lives in its cookie, or in a store that the cookie names it in. */
export interface TokenSession extends LiveSessionFields {
  readonly strategy: 'jwt'
  /** Whether it is in a store, and can be written without a cookie. */
  readonly isStored?: true
  readonly claims: TokenClaims
  readonly origin: SessionOrigin
}

/** A session that lives in the database. */
export interface StoredSession extends LiveSessionFields {
  readonly strategy: 'database'
  readonly row: AdapterSession
  readonly user: AdapterUser
  /** Whether it was read from a copy. It is then not extended: the next read of the database does that. */
  readonly isCopy?: boolean
}

/** What a browser sent to change its session. */
export interface SessionUpdate {
  readonly data: unknown
}

/** The ended session, as passed to `events.signOut`. */
export type EndedSession =
  | { readonly token: TokenClaims | null }
  | { readonly session: AdapterSession | null | undefined }

/** A session as the browser may see it. */
export interface ShownSession {
  readonly session: Record<string, unknown>
  /**
   * Extends the session, or stores what a callback changed of it; there is nothing to store without it. A session that
   * was ended in the meantime stays ended. Where the session could not be extended, it resolves to the session with its old end.
   */
  readonly keep:
    | ((exchange: CookieExchange, setsCookies: boolean) => Promise<ShownSession['session'] | void>)
    | undefined
}

/** How a session is found. */
export interface FindOptions {
  /** Whether a copy that the request carries of a database session will do: for what shows the session, and changes nothing. */
  readonly copies?: boolean
  /** `false` where nothing may be written. */
  readonly writes?: boolean
}

/** Where sessions live. Cookies that a method sets go to the exchange. */
export interface SessionStrategy {
  /**
   * The request's session, or `null`. Runs no callbacks and sets no cookies.
   *
   * @param how - Default: it reads no copies, and deletes a session that has ended.
   */
  find(exchange: CookieExchange, how?: FindOptions): Promise<LiveSession | null>
  /**
   * Starts a session in place of whatever the request carries. Returns its key.
   *
   * @param added - The session to which the login was only added. That is no sign-in: the new session has the start of that one.
   * @throws InvalidCheck when that session has ended meanwhile: what takes its place would live on.
   */
  start(login: Login, exchange: CookieExchange, added?: LiveSession): Promise<string>
  /** Ends the session that `start` returned this key of, before the browser has it. */
  discard(key: string, exchange: CookieExchange): Promise<void>
  /**
   * Names the session that the request carries, the same as long as it lasts; empty when there is none. It
   * is read off the cookie: a session that ended in the database may still have one.
   */
  key(exchange: CookieExchange): Promise<string>
  /**
   * What callbacks make of a session, or `null` when one ended it. Changes nothing by itself.
   *
   * @param request - Says whether a session that is due is extended.
   */
  show(
    live: LiveSession,
    update: SessionUpdate | undefined,
    request: ShowRequest,
  ): Promise<ShownSession | null>
  /** Ends the request's session, or returns `undefined` when there is none. */
  end(exchange: CookieExchange): Promise<EndedSession | undefined>
  /** Clears the session cookie. */
  clear(exchange: CookieExchange): void
  /**
   * Clears the session cookie of a request in which `find` found no session, unless the cookie may become valid, or be valid by
   * the clock of another process.
   */
  clearUnusable(exchange: CookieExchange): void
  /** Throws `AccessDenied` if the user of the request acts as another one. `find` does so, too, unless copies will do. */
  requireNoActor?(exchange: CookieExchange): Promise<void>
}

/** The session that `callbacks.session` starts from: only name, address and picture. */
export function baseSession(
  user: { name?: unknown; email?: unknown; image?: unknown },
  expires: Date,
  actor?: SessionActor,
): PublicSession {
  const { name, email, image } = user
  const session = { user: { name, email, image }, expires: expires.toISOString() }
  return actor ? { ...session, actor } : session
}
