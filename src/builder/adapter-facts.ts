import type { Adapter, AdapterTypes, AdapterUser } from '../adapters/contract.js'
import type { CarriedTypes } from '../model/carried-types.js'
import type { OwnUser } from '../model/own-users.js'

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
 * What is known of an adapter once it is set. Of one that was refused nothing is, and any adapter takes its
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

/** A method typed `any` says nothing of the user; a condition on `any` would take both branches. */
type UsableUser<User> = 0 extends 1 & User ? AdapterUser : [User] extends [never] ? AdapterUser : User
