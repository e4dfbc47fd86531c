import type { AdapterUser, UserPage } from '../../../adapters/contract.js'
import type { Awaitable } from '../../../model/awaitable.js'

/** The methods of an adapter that `users()` requires. `StoredUser` is the row of a user. */
export interface UsersAdapter<StoredUser extends AdapterUser> {
  listUsers(page: UserPage): Awaitable<StoredUser[]>
  getUser(id: string): unknown
  getUserByEmail(email: string): unknown
  updateUser(user: never): unknown
  deleteUser(id: string): unknown
  listAccountsByUserId(userId: string): unknown
}

/** The current request. Required only if the configuration is a function of the request, or has tenants. */
export interface UsersRequest {
  readonly request?: Request | undefined
}

/** Options of `auth.users.list`. */
export interface ListUsersOptions extends UsersRequest {
  /** Maximum number of users on a page. From 1 to 1,000. Default: 50. */
  readonly limit?: number | undefined
  /** The `next` of the previous page. Default: the first page. */
  readonly after?: string | undefined
}

/** One page of `auth.users.list`. */
export interface UsersPage<StoredUser> {
  /** In the order of their ids. */
  readonly users: readonly StoredUser[]
  /** Pass it as `after` to get the next page. `null` on the last page. */
  readonly next: string | null
}
