import type { Adapter, AdapterTypes, AdapterUser } from '../adapters/contract.js'
import type { CarriedTypes } from '../model/carried-types.js'
import type { OwnUser } from '../model/user.js'

// biome-ignore lint/suspicious/noExplicitAny: the user is both a parameter and a result of methods, so only `any` accepts every adapter.
export type AnyAdapter = Adapter<any>

/**
 * An adapter, recognized by its declared types or by its methods. Comparing the methods is the most expensive
 * part of `.adapter()` for the compiler.
 */
export type AdapterLike = CarriedTypes<AdapterTypes<unknown>> | AnyAdapter

/** Takes the place of the adapter in the state of the builder after `.users()`. */
export interface OwnUsersFacts<out User extends OwnUser> extends CarriedTypes<AdapterTypes<User>> {
  readonly '~users': true
}

// Inferring from `Promise` costs less than `Awaited`, which inspects `then`.
type Returned<Method> = Method extends (...args: never) => infer Result
  ? Result extends Promise<infer User>
    ? NonNullable<User>
    : NonNullable<Awaited<Result>>
  : never

/** `AnyAdapter` if the step has rejected the adapter, so that later steps do not report a second error. */
export type KnownAdapter<A> = AdapterLike extends A ? AnyAdapter : A extends object ? A : never

/**
 * The user type of an adapter. Inferring it from `getUser` costs the compiler more than reading the type that
 * adapters of this package declare.
 */
export type StoredUser<A> = '~types' extends keyof A
  ? DeclaredUser<A['~types']>
  : 'getUser' extends keyof A
    ? UsableUser<Returned<NonNullable<A['getUser']>>>
    : AdapterUser

type DeclaredUser<Carrier> = Carrier extends () => AdapterTypes<infer User> ? User : never

/** The `keyof` of `any` and `never` is every property key. */
type UsableUser<User> = keyof User extends keyof AdapterUser
  ? User & UntypedColumns
  : PropertyKey extends keyof User
    ? AdapterUser
    : User

/** TypeScript prints the type parameter if the code reads a column without a type. */
export interface UntypedColumns<
  _Hint extends
    string = 'Its columns have no types: use drizzle(), kysely() or prisma() of Authwright, or an Adapter<User>',
> {}
