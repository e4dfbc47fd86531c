import type { AdapterUser, UserPage } from '../../../adapters/contract.js'
import type { Awaitable } from '../../../model/awaitable.js'

/** The methods of an adapter that `users()` requires. */
export interface UsersAdapter<StoredUser extends AdapterUser> {
  /** Returns the users of a page, in the order of their ids. */
  listUsers(page: UserPage): Awaitable<StoredUser[]>
  /** Returns the stored user with this id, or `null`. */
  getUser(id: string): unknown
  /** Returns the stored user with this e-mail address, or `null`. */
  getUserByEmail(email: string): unknown
  /** Changes the fields of a user that are set. Other fields keep their values. */
  updateUser(user: never): unknown
  /** Deletes a user with everything that belongs to the user. */
  deleteUser(id: string): unknown
  /** Returns the accounts of a user. */
  listAccountsByUserId(userId: string): unknown
}

/** The current request. Required only if the configuration is a function of the request, or has tenants. */
export interface UsersRequest {
  /** The request of the administrator. */
  readonly request?: Request | undefined
}

export const DEFAULT_LIMIT = 50
export const MAX_LIMIT = 1_000

/** Options of `auth.users.list`. */
export interface ListUsersOptions extends UsersRequest {
  /** Maximum number of users on a page. From 1 to 1,000. Default: 50. */
  readonly limit?: number | undefined
  /** The `next` of the previous page. Default: the first page. */
  readonly after?: string | undefined
}

/** One page of `auth.users.list`. */
export interface UsersPage<StoredUser> {
  /** The users of the page, in the order of their ids. */
  readonly users: readonly StoredUser[]
  /** The value to pass as `after` for the next page. `null` on the last page. */
  readonly next: string | null
}
