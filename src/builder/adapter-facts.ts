import type { Adapter, AdapterUser } from '../adapters/contract.js'

/** Any adapter, whatever its users are. */
export type AnyAdapter = Adapter<any>

type Returned<Method> = Method extends (...args: never) => infer Result ? NonNullable<Awaited<Result>> : never

/** The adapter's own user, its own columns included, as `getUser` returns it. */
export type StoredUser<A> = A extends { getUser?: infer Method }
  ? UsableUser<Returned<NonNullable<Method>>>
  : AdapterUser

/** A method typed `any` says nothing of the user; a condition on `any` would take both branches. */
type UsableUser<User> = 0 extends 1 & User ? AdapterUser : [User] extends [never] ? AdapterUser : User
