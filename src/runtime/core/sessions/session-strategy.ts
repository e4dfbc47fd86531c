import type { AdapterSession, AdapterUser } from '../../../adapters/contract.js'
import type { PublicSession, TokenClaims } from '../../../builder/auth-spec.js'
import type { Account } from '../../../model/account.js'
import type { Profile, User } from '../../../model/user.js'
import { membersOf } from '../base/members-of.js'
import type { CookieExchange } from '../http/cookies.js'

/**
 * When a request extends a session cookie. `'late'` means after half of the cookie's lifetime. An extension
 * can overwrite a change from a concurrent response. So a prefetch never extends the cookie, and a request
 * that may be a prefetch extends it late.
 */
export type Extension = 'due' | 'late' | 'never'

export interface ShowRequest {
  readonly extension: Extension
  /** `false` if nothing may be written. Default: `true`. */
  readonly writes?: boolean
  /** `false` if `keep` will not be called, so that the session has its stored expiry. Default: `true`. */
  readonly keeps?: boolean
}

export interface Device {
  readonly userAgent?: string
  readonly networkAddress?: string
}

/** Data of a session since its sign-in. The `id` stays the same when the token is renewed. */
export interface SessionOrigin {
  readonly id: string
  /** In seconds since 1970. */
  readonly start: number
  /** `true` if another library created the token. `start` is then the time of its last renewal. */
  readonly renewed?: true | undefined
  /** The id of a stored user, if `callbacks.jwt` has returned another `sub`. */
  readonly userId?: string | undefined
  /** A MAC of the user's id. */
  readonly user?: string | undefined
  /** See `Epochs`. */
  readonly epoch?: string | undefined
  /** Identifies the session at the provider. */
  readonly mark?: string | undefined
  readonly device?: Device | undefined
  /** `true` if the session ends when the browser closes. */
  readonly brief?: true | undefined
  /** Latest end, in seconds since 1970. */
  readonly end?: number | undefined
  /** Time of the last refresh of the claims, in seconds since 1970. */
  readonly refreshed?: number | undefined
}

/** After the sign-in, callbacks cannot change these claims. */
export interface SealedClaims extends Record<string, unknown> {
  readonly sub: string
  readonly iat: number
  readonly exp: number
  /** Not passed to callbacks, so it cannot conflict with their claims. */
  readonly '~session': SessionOrigin
}

/**
 * Whether the claims are those of a sealed session. Called on every read of a sealed session, so it avoids
 * the slower guards of `type-guards.ts`.
 */
export function isSealedClaims(claims: Record<string, unknown>): claims is SealedClaims {
  const { sub, iat, exp, '~session': session } = claims
  if (typeof sub !== 'string' || sub === '' || typeof iat !== 'number' || typeof exp !== 'number')
    return false
  const { id, start, userId, user, epoch, mark, device, refreshed, end } = membersOf(session)
  if (typeof id !== 'string' || typeof start !== 'number') return false
  if (!isNumberIfAny(refreshed) || !isNumberIfAny(end)) return false
  const isDevice = device === undefined || (typeof device === 'object' && device !== null)
  return [userId, user, epoch, mark].every(isTextIfAny) && isDevice
}

export function userIdOf(origin: SessionOrigin, sub: unknown): string {
  return origin.userId ?? String(sub)
}

function isNumberIfAny(value: unknown): boolean {
  return value === undefined || typeof value === 'number'
}

function isTextIfAny(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}

export interface Login {
  readonly provider: string
  readonly user: User & { id: string }
  readonly account: Account
  readonly profile?: Profile
  readonly isNewUser: boolean
  /** Whether the adapter or `.users()` stores the user. Not passed to listeners. */
  readonly isStored?: boolean
  readonly state?: unknown
  /** Identifies the session at the provider. Not passed to listeners. */
  readonly mark?: string | undefined
  /** Latest end of the session, in seconds since 1970. Not passed to listeners. */
  readonly end?: number | undefined
  /** Not passed to listeners. */
  readonly device?: Device
  readonly isBrief?: boolean
}

export type LiveSession = TokenSession | StoredSession

interface LiveSessionFields {
  readonly userId: string
  /** Additional fields that the application sees, such as `actor` during an impersonation. */
  readonly fields?: Readonly<Record<string, unknown>>
}

export interface TokenSession extends LiveSessionFields {
  readonly strategy: 'jwt'
  /** `true` if the session is in a store, so it can be written without a cookie. */
  readonly isStored?: true
  readonly claims: TokenClaims
  readonly origin: SessionOrigin
}

export interface StoredSession extends LiveSessionFields {
  readonly strategy: 'database'
  readonly row: AdapterSession
  readonly user: AdapterUser
  /** `true` if the session was read from a copy. Such a session is not extended. */
  readonly isCopy?: boolean
}

export interface SessionUpdate {
  readonly data: unknown
}

export type EndedSession =
  | { readonly token: TokenClaims | null }
  | { readonly session: AdapterSession | null | undefined }

export interface ShownSession {
  readonly session: Record<string, unknown>
  /**
   * Stores an extension, or changes by a callback or a session rule. A session that has ended since
   * it was read stays ended. Resolves to the session with its old expiry if an outage prevents an
   * extension.
   */
  readonly keep:
    | ((
        exchange: CookieExchange,
        response: { readonly setsCookies: boolean },
      ) => Promise<ShownSession['session'] | undefined>)
    | undefined
}

export interface FindOptions {
  /**
   * Whether a copy in the request may be read instead of the database. Only for code that shows the session.
   * Default: `false`.
   */
  readonly copies?: boolean
  /** `false` if nothing may be written. Default: `true`. */
  readonly writes?: boolean
}

/** Cookies that a method sets are added to the exchange. */
export interface SessionStrategy {
  find(exchange: CookieExchange, options?: FindOptions): Promise<LiveSession | null>
  /**
   * Replaces the session of the request. Returns the key of the new session.
   *
   * @param added - The session to which a login was added. Adding a login is not a sign-in, so the
   * new session keeps its start time.
   * @throws InvalidCheck if `added` has ended since it was read. Otherwise the new session would
   * undo this end.
   */
  start(login: Login, exchange: CookieExchange, added?: LiveSession): Promise<string>
  /** Ends a new session that the browser has not received yet. `key` is the result of `start`. */
  discard(key: string, exchange: CookieExchange): Promise<void>
  /**
   * Returns a string that identifies the session of the request, or an empty string if the request has none.
   * The key is derived from the cookie, so a session that has ended may still have one.
   */
  key(exchange: CookieExchange): Promise<string>
  /**
   * Returns the session that the application sees, or `null` if a callback or a session rule ended it.
   * Changes are stored by `ShownSession.keep`.
   */
  show(
    live: LiveSession,
    update: SessionUpdate | undefined,
    request: ShowRequest,
  ): Promise<ShownSession | null>
  end(exchange: CookieExchange): Promise<EndedSession | undefined>
  clear(exchange: CookieExchange): void
  /**
   * Deletes the cookie of a rejected session. Keeps it if it may become valid later, or if another process
   * may accept it.
   */
  clearUnusable(exchange: CookieExchange): void
  /** Throws `AccessDenied` if the session of the request can only be read. */
  requireWritable?(exchange: CookieExchange): Promise<void>
  /**
   * Lets this request use the session of the user who signed in from now on, even during an impersonation.
   */
  useSignedInSession?(exchange: CookieExchange): void
}

export function baseSession(
  user: { name?: unknown; email?: unknown; image?: unknown },
  expires: Date,
  fields?: LiveSession['fields'],
): PublicSession {
  const { name, email, image } = user
  const session = { user: { name, email, image }, expires: expires.toISOString() }
  return fields ? { ...session, ...fields } : session
}
