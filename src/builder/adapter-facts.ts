import type { Adapter, AdapterTypes, AdapterUser } from '../adapters/contract.js'
import type { CarriedTypes } from '../model/carried-types.js'
import type { OwnUser } from '../model/user.js'

/** Any adapter, whatever its users are. */
// biome-ignore lint/suspicious/noExplicitAny: the user's type stands where methods take it and where they return it, so that only any fits every adapter.
export type AnyAdapter = Adapter<any>

/**
 * What an adapter can be recognised by: the types that ours carry or, which costs a compiler more than the rest of
 * the step, the methods of the contract.
 */
export type AdapterLike = CarriedTypes<AdapterTypes<unknown>> | AnyAdapter

/** What stands for an adapter where the application keeps the users itself: their type, and no method. */
export interface OwnUsersFacts<out User extends OwnUser> extends CarriedTypes<AdapterTypes<User>> {
  readonly '~users': true
}

// `Awaited` would take `then` apart, which costs more than naming `Promise` where it is one.
type Returned<Method> = Method extends (...args: never) => infer Result
  ? Result extends Promise<infer User>
    ? NonNullable<User>
    : NonNullable<Awaited<Result>>
  : never

/**
 * What is known of an adapter once it is set. Of one that was refused nothing is known, and any adapter takes its
 * place: its error is printed where it stands, and one about its methods would only mislead.
 */
export type KnownAdapter<A> = AdapterLike extends A ? AnyAdapter : A extends object ? A : never

/**
 * The adapter's own user, its own columns included. An adapter of ours says it; that of another is what its
 * `getUser` returns, which costs a compiler more.
 */
export type StoredUser<A> = '~types' extends keyof A
  ? DeclaredUser<A['~types']>
  : 'getUser' extends keyof A
    ? UsableUser<Returned<NonNullable<A['getUser']>>>
    : AdapterUser

type DeclaredUser<Carrier> = Carrier extends () => AdapterTypes<infer User> ? User : never

/** A method typed `any` says nothing of the user, nor does one that returns none: every key is one of `any` and of `never`. */
type UsableUser<User> = keyof User extends keyof AdapterUser
  ? User & UntypedColumns
  : PropertyKey extends keyof User
    ? AdapterUser
    : User

/**
 * Nothing is known of an application's own columns where the adapter's users have those of every user alone. A compiler prints the type
 * parameter where such a column is read.
 */
export interface UntypedColumns<
  _Hint extends
    string = 'Its columns have no types: use drizzle(), kysely() or prisma() of Authwright, or an Adapter<User>',
> {}

/*
 * The methods of an adapter that a strategy or a kind of provider needs, once for the types and for
 * the checks at run time.
 */

/** The methods that strategy `'database'` needs. */
export const sessionMethods = [
  'createSession',
  'getSessionAndUser',
  'updateSession',
  'deleteSession',
] as const

/** The methods that OAuth and OpenID Connect providers need where there is an adapter. */
export const oauthMethods = [
  'createUser',
  'getUser',
  'getUserByEmail',
  'getUserByAccount',
  'linkAccount',
] as const

/** The methods that e-mail providers need. */
export const emailMethods = [
  'createUser',
  'getUserByEmail',
  'updateUser',
  'createVerificationToken',
  'useVerificationToken',
] as const

/** The methods that WebAuthn providers need. */
export const webauthnMethods = [
  'createUser',
  'getUser',
  'getUserByEmail',
  'getUserByAccount',
  'linkAccount',
  'getAccount',
  'createAuthenticator',
  'getAuthenticator',
  'listAuthenticatorsByUserId',
  'updateAuthenticatorCounter',
] as const

export type SessionMethods = typeof sessionMethods
export type OAuthMethods = typeof oauthMethods
export type EmailMethods = typeof emailMethods
export type WebAuthnMethods = typeof webauthnMethods

/**
 * The names of the methods that `Has` does not name, as one string: `'createSession, deleteSession'`.
 *
 * One string rather than a union, because compilers truncate long unions and order them differently.
 */
export type Missing<
  Methods extends readonly string[],
  Has,
  List extends string = '',
> = Methods extends readonly [infer Method extends string, ...infer Rest extends readonly string[]]
  ? Missing<Rest, Has, Method extends Has ? List : List extends '' ? Method : `${List}, ${Method}`>
  : List
