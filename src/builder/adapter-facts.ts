import type { Adapter, AdapterTypes, AdapterUser } from '../adapters/contract.js'
import type { CarriedTypes } from '../model/carried-types.js'
import type { OwnUser } from '../model/user.js'

/** Any adapter, whatever its users are. */
// biome-ignore lint/suspicious/noExplicitAny: the user's type stands where methods take it and where they return it, so that only any fits every adapter.
export type AnyAdapter = Adapter<any>

/**
 * The types that adapters of this package declare, or the methods of the contract. Comparing the methods is the most
 * expensive part of the step.
 */
export type AdapterLike = CarriedTypes<AdapterTypes<unknown>> | AnyAdapter

/** Takes the place of an adapter after `.users()`: the type of the users, without methods. */
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
 * The adapter in the state of the builder. A refused adapter counts as any adapter: its error is reported at the step, and
 * a further one about its methods would mislead.
 */
export type KnownAdapter<A> = AdapterLike extends A ? AnyAdapter : A extends object ? A : never

/**
 * The user of an adapter, with the columns that the application added. Adapters of this package declare it. For others, it
 * is what `getUser` returns, which costs more to infer.
 */
export type StoredUser<A> = '~types' extends keyof A
  ? DeclaredUser<A['~types']>
  : 'getUser' extends keyof A
    ? UsableUser<Returned<NonNullable<A['getUser']>>>
    : AdapterUser

type DeclaredUser<Carrier> = Carrier extends () => AdapterTypes<infer User> ? User : never

/** Falls back to `AdapterUser` for `any` and `never`, whose keys are all property keys. */
type UsableUser<User> = keyof User extends keyof AdapterUser
  ? User & UntypedColumns
  : PropertyKey extends keyof User
    ? AdapterUser
    : User

/** Marks users without columns of the application. TypeScript prints the type parameter where such a column is read. */
export interface UntypedColumns<
  _Hint extends
    string = 'Its columns have no types: use drizzle(), kysely() or prisma() of Authwright, or an Adapter<User>',
> {}

/*
 * The adapter methods that a strategy or a kind of provider needs, for the types and the checks at run time.
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
 * One string rather than a union, because TypeScript truncates long unions and their order varies by version.
 */
export type Missing<
  Methods extends readonly string[],
  Has,
  List extends string = '',
> = Methods extends readonly [infer Method extends string, ...infer Rest extends readonly string[]]
  ? Missing<Rest, Has, Method extends Has ? List : List extends '' ? Method : `${List}, ${Method}`>
  : List
