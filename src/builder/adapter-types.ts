import type { Adapter, AdapterTypes, AdapterUser } from '../adapters/contract.js'
import type { CarriedTypes } from '../model/carried-types.js'
import type { OwnUser } from '../model/user.js'

/** An adapter with any type of user. */
// biome-ignore lint/suspicious/noExplicitAny: the user is both a parameter and a result of methods, so only `any` accepts every adapter.
export type AnyAdapter = Adapter<any>

/**
 * An adapter, recognized by the types that adapters of this package declare, or by its methods. For the
 * compiler, comparing the methods is the most expensive part of `.adapter()`.
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
 * The adapter in the state of the builder. A rejected adapter counts as any adapter. Its error is already
 * reported at the step, and a second error about its methods would be misleading.
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
