import type { Adapter, AdapterTypes, AdapterUser } from '../adapters/contract.js'
import type { CarriedTypes } from '../model/carried-types.js'
import type { OwnUser } from '../model/user.js'

/** An adapter with any type of user. */
// biome-ignore lint/suspicious/noExplicitAny: the user's type stands where methods take it and where they return it, so that only any fits every adapter.
export type AnyAdapter = Adapter<any>

/**
 * The types that adapters of this package declare, or the methods of the contract. Comparing the methods is the most expensive part of the
 * step for the compiler.
 */
export type AdapterLike = CarriedTypes<AdapterTypes<unknown>> | AnyAdapter

/** Replaces the adapter after `.users()`: it has the type of the users and no methods. */
export interface OwnUsersFacts<out User extends OwnUser> extends CarriedTypes<AdapterTypes<User>> {
  readonly '~users': true
}

// Inferring from `Promise` costs less than `Awaited`, which inspects `then`.
type Returned<Method> = Method extends (...args: never) => infer Result
  ? Result extends Promise<infer User>
    ? NonNullable<User>
    : NonNullable<Awaited<Result>>
  : never

/**
 * The adapter in the state of the builder. A rejected adapter counts as any adapter: its error is reported at the step, and a further error
 * about its methods would be misleading.
 */
export type KnownAdapter<A> = AdapterLike extends A ? AnyAdapter : A extends object ? A : never

/**
 * The user type of an adapter, with the columns that the application added. Adapters of this package declare it. For other adapters it is
 * inferred from `getUser`, which costs the compiler more.
 */
export type StoredUser<A> = '~types' extends keyof A
  ? DeclaredUser<A['~types']>
  : 'getUser' extends keyof A
    ? UsableUser<Returned<NonNullable<A['getUser']>>>
    : AdapterUser

type DeclaredUser<Carrier> = Carrier extends () => AdapterTypes<infer User> ? User : never

/** Falls back to `AdapterUser` for `any` and `never`: their `keyof` is every property key. */
type UsableUser<User> = keyof User extends keyof AdapterUser
  ? User & UntypedColumns
  : PropertyKey extends keyof User
    ? AdapterUser
    : User

/** Marks users without typed columns. TypeScript prints the type parameter if the code reads such a column. */
export interface UntypedColumns<
  _Hint extends
    string = 'Its columns have no types: use drizzle(), kysely() or prisma() of Authwright, or an Adapter<User>',
> {}

/* The adapter methods that a strategy or a type of provider needs. Used by the types and by the checks at run time. */

/** The methods that strategy `'database'` needs. */
export const sessionMethods = [
  'createSession',
  'getSessionAndUser',
  'updateSession',
  'deleteSession',
] as const

/** The methods that OAuth and OpenID Connect providers need, if there is an adapter. */
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

/** The methods that `password()` needs. */
export const passwordMethods = [
  'createUser',
  'getUser',
  'getUserByEmail',
  'updateUser',
  'listAccountsByUserId',
  'deleteLoginsByUserId',
  'getPassword',
  'setPasswordIf',
  'deletePasswordIf',
] as const

export type SessionMethods = typeof sessionMethods
export type PasswordMethods = typeof passwordMethods
export type OAuthMethods = typeof oauthMethods
export type EmailMethods = typeof emailMethods
export type WebAuthnMethods = typeof webauthnMethods

/**
 * The names of the methods that are not in `Has`, as one string: `'createSession, deleteSession'`.
 *
 * It is one string rather than a union, because TypeScript truncates long unions, and their order differs between versions.
 */
export type Missing<
  Methods extends readonly string[],
  Has,
  List extends string = '',
> = Methods extends readonly [infer Method extends string, ...infer Rest extends readonly string[]]
  ? Missing<Rest, Has, Method extends Has ? List : List extends '' ? Method : `${List}, ${Method}`>
  : List
