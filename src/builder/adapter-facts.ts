import type { Adapter, AdapterUser } from '../adapters/contract.js'

/** Any adapter, whatever its users are. */
export type AnyAdapter = Adapter<any>

// `Awaited` would take `then` apart, which costs more than naming `Promise` where it is one.
type Returned<Method> = Method extends (...args: never) => infer Result
  ? Result extends Promise<infer User>
    ? NonNullable<User>
    : NonNullable<Awaited<Result>>
  : never

/** The adapter's own user, its own columns included, as `getUser` returns it. */
export type StoredUser<A> = 'getUser' extends keyof A
  ? UsableUser<Returned<NonNullable<A['getUser']>>>
  : AdapterUser

/** A method typed `any` says nothing of the user; a condition on `any` would take both branches. */
type UsableUser<User> = 0 extends 1 & User ? AdapterUser : [User] extends [never] ? AdapterUser : User
