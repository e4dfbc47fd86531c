import type { Jsonify } from 'type-fest'
import type { DefaultJWT, DefaultSession, JWT, Session } from '../model/session.js'
import type { Reason } from './problem-sentences.js'

type DeclaredUser = NonNullable<Session['user']>

/**
 * What an application that declares its own `user` in `Session` adds to it. All of it is optional,
 * because nothing has put it there yet.
 */
type AddedToUser = [Session['user']] extends [DefaultSession['user']]
  ? [DefaultSession['user']] extends [Session['user']]
    ? {}
    : Partial<Omit<DeclaredUser, 'name' | 'email' | 'image'>>
  : Partial<Omit<DeclaredUser, 'name' | 'email' | 'image'>>

/**
 * The user of a session before any `session` callback has added to it. The type parameter is in no member: a compiler prints it where a
 * field is read or set that no callback has returned.
 */
export interface BaseSessionUser<
  _Hint extends
    string = 'Return it from the `session` callback: { ...session, user: { ...session.user, … } }',
> extends AddedToUser {
  name?: string | null | undefined
  email?: string | null | undefined
  image?: string | null | undefined
}

/**
 * The session before any `session` callback has added to it, the same with both strategies. Fields
 * that the application adds to `Session` are optional here, because nothing has put them there yet.
 */
export interface BaseSession extends Partial<Omit<Session, 'user' | 'expires'>> {
  user: BaseSessionUser
  /** When the session ends if it is not used again, as an ISO 8601 date and time in UTC. */
  expires: string
}

/** The least that a `session` callback must return. */
export interface SessionLike {
  expires: string
}

/**
 * The token before any `jwt` callback has added to it. Claims that the application adds to `JWT` are
 * optional here, because nothing has put them there yet.
 *
 * The type parameter is in no member: a compiler prints it where a claim is read that no token has.
 */
export interface BaseToken<_Hint extends string = Reason<'claimUnknown'>>
  extends DefaultJWT,
    Partial<Omit<JWT, keyof DefaultJWT>> {}

/**
 * A value as it comes back from JSON, in which tokens are sealed and sessions are sent: a `Date` is a string, what JSON
 * does not have is left out. An object whose fields are all plain values is unchanged, because that is cheap to see and
 * keeps its name in editors.
 */
export type ThroughJson<T> = T extends object
  ? [T[keyof T]] extends [string | number | boolean | null | undefined]
    ? T
    : Jsonify<T>
  : T

/** What a `jwt` callback may return in place of a token: a branch without `return`, which `.build()` refuses. */
export type NoReturn = undefined | void

/** The token that is read back of what a `jwt` callback returned. */
export type TokenRead<Returned> = Merged<ThroughJson<Exclude<Returned, NoReturn>>>

/**
 * A union whose members have one another's keys as optional ones: a claim that `jwt` adds at sign-in alone
 * is there when it is called again, with the token that was stored.
 */
export type Merged<T> = [KeyOf<T>] extends [keyof T] ? T : Filled<T, T, KeyOf<T>>

type KeyOf<T> = T extends unknown ? keyof T : never

type Filled<T, All, Key extends PropertyKey> = T extends unknown
  ? Omit<T, never> & {
      [Each in Exclude<Key, keyof T>]?: All extends { [K in Each]: infer Value } ? Value : never
    }
  : never
