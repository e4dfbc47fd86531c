import type { AdapterUser } from '../../../adapters/contract.js'
import type { FeatureCheck } from '../../../builder/auth-spec.js'
import type { FeatureCall } from '../../core/feature-api/define-feature.js'
import type { App } from '../../core/object-lifetimes.js'
import type { RouteContext } from '../../core/route.js'
import type { ListUsersOptions, UsersAdapter, UsersPage, UsersRequest } from './user-list.js'

/** The methods of `auth.users` inside the feature. */
export interface UsersApi<StoredUser extends AdapterUser> {
  /** Returns one page of all users. */
  list(call: FeatureCall, options?: ListUsersOptions): Promise<UsersPage<StoredUser>>
  /** Returns the user with this id, or `null`. */
  get(call: FeatureCall, id: string, options?: UsersRequest): Promise<StoredUser | null>
  /** Returns the user with this e-mail address, or `null`. The case of letters makes no difference. */
  getByEmail(call: FeatureCall, email: string, options?: UsersRequest): Promise<StoredUser | null>
  /**
   * Changes fields of a user, and returns the user, or `null` if there is none. A new `email` is not verified,
   * unless `emailVerified` is set, too.
   *
   * @throws {AccountNotLinked} If another user has the `email`.
   */
  update(
    call: FeatureCall,
    id: string,
    changes: Partial<Omit<StoredUser, 'id'>>,
    options?: UsersRequest,
  ): Promise<StoredUser | null>
  /**
   * Deletes a user with their accounts, passkeys, passwords and sessions, and revokes their tokens at the
   * providers. Returns whether there was such a user.
   */
  delete(call: FeatureCall, id: string, options?: UsersRequest): Promise<boolean>
}

/** The feature that `users(adapter)` returns, for `.use()`. */
export interface UsersFeature<StoredUser extends AdapterUser> {
  /** Identifies the feature. */
  readonly name: 'users'
  /** The version of the feature interface. */
  readonly version: 1
  /** Compares the adapter with the adapter of the configuration. */
  readonly checks: readonly FeatureCheck[]
  /** The methods that `.use()` adds, as `auth.users`. */
  readonly api: { readonly users: UsersApi<StoredUser> }
}

async function load(): Promise<typeof import('./users.js')> {
  return import('./users.js')
}

/** Returns the app with its internal type. Its public type has fewer members. */
async function appOf(call: FeatureCall, { request }: UsersRequest): Promise<App> {
  return (await call.app(request)) as unknown as App
}

/** Returns the app for a change. Throws `AccessDenied` for a request during an impersonation. */
async function appOfChange(call: FeatureCall, { request }: UsersRequest): Promise<App> {
  if (!request) return appOf(call, {})
  const { app, exchange } = (await call.open(request)) as unknown as Pick<RouteContext, 'app' | 'exchange'>
  await exchange.site.sessions.requireWritable?.(exchange)
  return app
}

/**
 * Adds `auth.users`, to list, find, change and delete users. The methods check no permissions, so check the role
 * of the caller first.
 *
 * @param adapter - The adapter of the configuration. Its type determines the fields of a user.
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { sqlite } from 'authwright/adapters/sqlite'
 * import { github } from 'authwright/providers/github'
 * import { users } from 'authwright/users'
 *
 * const adapter = sqlite('auth.db')
 * export const auth = createAuth().provider(github()).adapter(adapter).use(users(adapter)).build()
 *
 * const { users: firstPage, next } = await auth.users.list({ limit: 20 })
 * const ada = await auth.users.getByEmail('ada@example.com')
 * if (ada) await auth.users.delete(ada.id)
 * ```
 */
export function users<StoredUser extends AdapterUser>(
  adapter: UsersAdapter<StoredUser>,
): UsersFeature<StoredUser> {
  // `checks` ensures that the rows are those of the passed adapter.
  type Row = StoredUser
  return {
    name: 'users',
    version: 1,
    checks: [
      (spec) =>
        (spec.adapter as unknown) === adapter
          ? []
          : [
              {
                code: 'otherAdapter',
                sentence:
                  'users() needs the adapter of the configuration: pass the value that .adapter() takes.',
              },
            ],
    ],
    api: {
      users: {
        list: async (call, options = {}) =>
          (await load()).listUsers(await appOf(call, options), options) as Promise<UsersPage<Row>>,
        get: async (call, id, { request } = {}) =>
          (await load()).getUser(await appOf(call, { request }), id) as Promise<Row | null>,
        getByEmail: async (call, email, { request } = {}) =>
          (await load()).getUserByEmail(await appOf(call, { request }), email) as Promise<Row | null>,
        update: async (call, id, changes, { request } = {}) =>
          (await load()).updateUser(await appOfChange(call, { request }), id, changes) as Promise<Row | null>,
        delete: async (call, id, { request } = {}) =>
          (await load()).deleteUser(await appOfChange(call, { request }), id),
      },
    },
  }
}
