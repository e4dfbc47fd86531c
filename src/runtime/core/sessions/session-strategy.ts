import type { AdapterSession, AdapterUser } from '../../../adapters/contract.js'
import type { PublicSession, TokenClaims } from '../../../builder/spec.js'
import type { Account } from '../../../model/account.js'
import type { Profile, User } from '../../../model/user.js'
import { membersOf } from '../base/members-of.js'
import type { CookieExchange } from '../http/cookies.js'

/**
 * When a request extends a session cookie: as soon as an extension is due, only when half of the cookie's
 * lifetime is over, or never. An extension writes the whole cookie, so it can overwrite a change from a
 * concurrent response.
 */
export type Extension = 'due' | 'late' | 'never'

/** How a request may change a session that it shows. */
export interface ShowRequest {
  readonly extension: Extension
  /** `false` if nothing may be written. Default: `true`. */
  readonly writes?: boolean
  /**
   * `false` if `keep` will not be called. In this case, the session is shown with its stored expiry. Default:
   * `true`.
   */
  readonly keeps?: boolean
}

/** Metadata of the client that signed in. */
export interface Device {
  readonly userAgent?: string
  readonly networkAddress?: string
}

/** The data of a session in a sealed token. The `id` stays the same when the token is renewed. */
export interface SessionOrigin {
  readonly id: string
  /** Time of the sign-in, in seconds since 1970. */
  readonly start: number
  /**
   * `true` if another library created the token. In this case, `start` is the time at which that library last
   * renewed the token. The time of the sign-in is unknown.
   */
  readonly renewed?: true | undefined
  /** Identifies the user in the store: a MAC of the user's id. */
  readonly user?: string | undefined
  /** The epoch of the user when `user` was stored, if there was one. See `Epochs`. */
  readonly epoch?: string | undefined
  /** Identifies the session at the provider: this session ends when that session ends. */
  readonly mark?: string | undefined
  /** The client that signed in, if it is stored. */
  readonly device?: Device | undefined
  /** Whether the session ends when the browser closes, because the user did not choose to stay signed in. */
  readonly brief?: true | undefined
  /** Latest end, in seconds since 1970, if the provider or a session rule sets one. */
  readonly end?: number | undefined
  /** Time of the last refresh of the claims, in seconds since 1970, if there was one after the start. */
  readonly refreshed?: number | undefined
}

/** Claims that every session token contains. After the sign-in, callbacks cannot change them. */
export interface SealedClaims extends Record<string, unknown> {
  readonly sub: string
  readonly iat: number
  readonly exp: number
  /** The data of the session. It is not passed to callbacks, so it cannot conflict with their claims. */
  readonly '~session': SessionOrigin
}

/**
 * Whether an opened token is a session token. Every read of a sealed session calls this function, so it avoids
 * the slower type guards of `type-guards.ts`.
 */
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

/** A user who has just proven their identity. */
export interface Login {
  readonly provider: string
  readonly user: User & { id: string }
  readonly account: Account
  readonly profile?: Profile
  readonly isNewUser: boolean
  /** Data of the sign-in, if the configuration declares it. */
  readonly state?: unknown
  /** Identifies the session at the provider, if the provider can end sessions. Not passed to listeners. */
  readonly mark?: string | undefined
  /**
   * Latest end of the session, in seconds since 1970, if the provider or a session rule sets one. Not passed to
   * listeners.
   */
  readonly end?: number | undefined
  /** The client that signed in, if it is stored. Not passed to listeners. */
  readonly device?: Device
  /** Whether the option `session.remember` is set, and the user did not check "Stay signed in". */
  readonly isBrief?: boolean
}

/** The valid session of a request. */
export type LiveSession = TokenSession | StoredSession

interface LiveSessionFields {
  readonly userId: string
  /**
   * Additional fields of the session that the application sees, such as `actor` during an impersonation.
   * `callbacks.session` receives them, too.
   */
  readonly fields?: Readonly<Record<string, unknown>>
}

/** A session stored in its cookie, or in a store under an id in the cookie. */
export interface TokenSession extends LiveSessionFields {
  readonly strategy: 'jwt'
  /** `true` if the session is in a store, and can therefore be written without a cookie. */
  readonly isStored?: true
  readonly claims: TokenClaims
  readonly origin: SessionOrigin
}

/** A session in the database. */
export interface StoredSession extends LiveSessionFields {
  readonly strategy: 'database'
  readonly row: AdapterSession
  readonly user: AdapterUser
  /**
   * `true` if the session was read from a copy. Such a session is not extended until the database is read
   * again.
   */
  readonly isCopy?: boolean
}

/** Data that changes a session, from a browser or the server. */
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
   * Extends the session, or stores changes by a callback. Absent if there is nothing to store. A session that
   * has ended since it was read stays ended. If an outage prevents an extension, the promise resolves to the
   * session with its old expiry.
   */
  readonly keep:
    | ((exchange: CookieExchange, setsCookies: boolean) => Promise<ShownSession['session'] | undefined>)
    | undefined
}

/** Options for finding a session. */
export interface FindOptions {
  /**
   * Whether the session may be read from a copy in the request instead of the database. Use `true` only for
   * code that shows the session. Default: `false`.
   */
  readonly copies?: boolean
  /** `false` if nothing may be written. Default: `true`. */
  readonly writes?: boolean
}

/** Storage of sessions. Cookies that a method sets are added to the exchange. */
export interface SessionStrategy {
  /**
   * Finds the request's session. Returns `null` if there is none. Runs no callbacks and sets no cookies.
   *
   * @param options - Default: reads no copies, and deletes an expired session.
   */
  find(exchange: CookieExchange, options?: FindOptions): Promise<LiveSession | null>
  /**
   * Starts a session, which replaces the session of the request. Returns the key of the new session.
   *
   * @param added - The session to which a login was added. Adding a login is not a sign-in, so the new session
   * keeps the start time of `added`.
   * @throws InvalidCheck if `added` has ended since it was read. Otherwise the new session would undo this end.
   */
  start(login: Login, exchange: CookieExchange, added?: LiveSession): Promise<string>
  /** Ends the session with a key from `start`, before the browser receives it. */
  discard(key: string, exchange: CookieExchange): Promise<void>
  /**
   * A key that identifies the session of the request. It does not change while the session lasts. Empty if the
   * request has no session. The key is derived from the cookie, so a session that ended in the database may
   * still have a key.
   */
  key(exchange: CookieExchange): Promise<string>
  /**
   * Runs the callbacks. Returns the resulting session, or `null` if a callback or a session rule ended it.
   * Stores no change of the session: see `ShownSession.keep`.
   *
   * @param request - When to extend the session, and whether anything may be written.
   */
  show(
    live: LiveSession,
    update: SessionUpdate | undefined,
    request: ShowRequest,
  ): Promise<ShownSession | null>
  /**
   * Ends the request's session. Returns `undefined` if there is none. For a database session that had already
   * ended, `session` is `null`.
   */
  end(exchange: CookieExchange): Promise<EndedSession | undefined>
  /** Clears the session cookie. */
  clear(exchange: CookieExchange): void
  /**
   * Deletes the session cookie of a request that has no valid session. Keeps the cookie if it may become valid
   * later, or if another process may accept it.
   */
  clearUnusable(exchange: CookieExchange): void
  /**
   * Throws `AccessDenied` if the session of the request can only be read. `find` throws the same error,
   * unless it reads copies.
   */
  requireWritable?(exchange: CookieExchange): Promise<void>
  /**
   * For the rest of this request, uses the session of the user who signed in, even during an impersonation. A
   * sign-out needs this to end that session.
   */
  useSignedInSession?(exchange: CookieExchange): void
}

/** The initial session for `callbacks.session`: name, e-mail address, image and additional fields. */
export function baseSession(
  user: { name?: unknown; email?: unknown; image?: unknown },
  expires: Date,
  fields?: LiveSession['fields'],
): PublicSession {
  const { name, email, image } = user
  const session = { user: { name, email, image }, expires: expires.toISOString() }
  return fields ? { ...session, ...fields } : session
}
