import type { StoredUser } from './adapter-facts.js'
import type { SessionLike } from './base-session.js'
import type { AuthState } from './state.js'
import type { TokenRead } from './through-json.js'

declare const withoutJwt: unique symbol

/** What `callbacks.session` is given with strategy `'jwt'`, after a `jwt` callback. */
export interface JwtSessionParams<out Session, out Token> {
  session: Session
  token: Token
  /** What `update` was given, where `trigger` says so; `jwt` is given the same, typed. */
  newSession?: unknown
  trigger?: 'update'
}

/**
 * What `callbacks.session` is given with strategy `'jwt'` where no `jwt` callback stands before it. The member is types only: it
 * distinguishes parameters that a compiler fixed before it came to `jwt` from those that an application wrote down itself. A symbol,
 * so that no editor suggests it.
 */
export interface TokenSessionParams<out Session, out Token> extends JwtSessionParams<Session, Token> {
  readonly [withoutJwt]?: true
}

/** What `callbacks.session` is given with strategy `'database'`. */
export interface DatabaseSessionParams<out Session, out User, out Update> {
  session: Session
  user: User
  /** What `update` was given: the browser's word, unless `.session({ update })` checks it. */
  newSession?: Update
  trigger?: 'update'
}

/** What `callbacks.session` is given. `Returned` is what `jwt` returns, `never` where none is written. */
export type SessionParams<S extends AuthState, Returned> = S['strategy'] extends 'jwt'
  ? [Returned] extends [never]
    ? TokenSessionParams<S['session'], S['token']>
    : JwtSessionParams<S['session'], TokenRead<Returned>>
  : DatabaseSessionParams<S['session'], StoredUser<S['adapter']>, S['update']['output']>

/** Whether a compiler fixed the parameters before it came to a `jwt` callback. `any` has every key. */
export type FixedBeforeJwt<Params> = symbol extends keyof Params
  ? false
  : typeof withoutJwt extends keyof Params
    ? true
    : false

/** The session so far. */
export type SessionSoFar<S extends AuthState> = S['session'] extends SessionLike ? S['session'] : SessionLike

/**
 * The least that a `session` callback must return. Listeners that were written before it were
 * promised the session so far.
 */
export type SessionAfter<S extends AuthState> = 'events' extends S['marks'] ? SessionSoFar<S> : SessionLike
