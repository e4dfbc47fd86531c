import type { Jsonify } from 'type-fest'
import type { DefaultJWT, DefaultSession, JWT, Session } from '../model/session.js'
import type { Reason } from './problem-sentences.js'

type DeclaredUser = NonNullable<Session['user']>

/** The fields that the application adds to the user. They are optional, because no callback has returned them yet. */
type AddedToUser = [Session['user']] extends [DefaultSession['user']]
  ? [DefaultSession['user']] extends [Session['user']]
    ? {}
    : Partial<Omit<DeclaredUser, 'name' | 'email' | 'image'>>
  : Partial<Omit<DeclaredUser, 'name' | 'email' | 'image'>>

/**
 * No member uses the type parameter. TypeScript prints it if the code reads or sets a field that no callback has
 * returned.
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
 * The session before any `session` callback. Fields that the application adds to `Session` are optional, because no
 * callback has returned them yet.
 */
export interface BaseSession extends Partial<Omit<Session, 'user' | 'expires'>> {
  user: BaseSessionUser
  /** When the session expires if it is not used again, as an ISO 8601 date and time in UTC. */
  expires: string
}

export interface SessionLike {
  expires: string
}

/** Claims that the application adds to `JWT` are optional here, because no callback has returned them yet. */
export interface BaseToken extends DefaultJWT, Partial<Omit<JWT, keyof DefaultJWT>> {}

/**
 * TypeScript prints the sentence if the code reads an unknown claim. The member is private, so that editors do not
 * suggest it and the type of `{ ...token }` does not contain it.
 */
export declare class Hint<Sentence extends string> {
  private sentence?: Sentence
}

/** The token in the state has no hint, because editors would show the hint for each builder. */
export type Hinted<Token> = Token extends Hint<string> ? Token : Token & Hint<Reason<'claimUnknown'>>

/**
 * The type of a value after `JSON.parse(JSON.stringify(value))`. Objects with only plain values keep their type. This
 * costs the compiler less, and editors show the name of the type.
 */
export type ThroughJson<T> = T extends object
  ? [T[keyof T]] extends [string | number | boolean | null | undefined]
    ? T
    : Jsonify<T>
  : T

/** The result of a `jwt` callback that returns nothing in some branch, which `.build()` rejects. */
export type NoReturn = undefined | void

export type TokenRead<Returned> = Merged<ThroughJson<Exclude<Returned, NoReturn>>>

/**
 * A union in which each member has the keys of the others as optional keys. For example, a claim that `jwt`
 * adds only at sign-in can be read at later calls.
 */
export type Merged<T> = [KeyOf<T>] extends [keyof T] ? T : Filled<T, T, KeyOf<T>>

type KeyOf<T> = T extends unknown ? keyof T : never

type Filled<T, All, Key extends PropertyKey> = T extends unknown
  ? Omit<T, never> & {
      [Each in Exclude<Key, keyof T>]?: All extends { [K in Each]: infer Value } ? Value : never
    }
  : never
