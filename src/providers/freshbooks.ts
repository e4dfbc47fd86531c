import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What FreshBooks returns for the signed-in user. @see https://www.freshbooks.com/api/me_endpoint */
export interface FreshBooksProfile {
  response: {
    id: number
    first_name: string
    last_name: string
    email: string
    /** When the address was confirmed. */
    confirmed_at?: string | null
    [field: string]: unknown
  }
  [field: string]: unknown
}

/** What {@link freshbooks} can be given in place of its defaults. */
export interface FreshBooksOptions<Id extends string = 'freshbooks', User = StandardUser>
  extends OAuthOverrides<FreshBooksProfile, Id, User> {}

/**
 * Sign-in with FreshBooks. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_FRESHBOOKS_ID` and `AUTH_FRESHBOOKS_SECRET`, scope `user:profile:read`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { freshbooks } from 'authwright/providers/freshbooks'
 *
 * export const auth = createAuth().provider(freshbooks()).build()
 * ```
 *
 * @see https://www.freshbooks.com/api/me_endpoint
 */
export function freshbooks<const Id extends string = 'freshbooks', User extends ProviderUser = StandardUser>(
  options: FreshBooksOptions<Id, User> = {},
): OAuthProvider<FreshBooksProfile, Id, User> {
  const provider: OAuthProvider<FreshBooksProfile, 'freshbooks', StandardUser> = {
    id: 'freshbooks',
    name: 'FreshBooks',
    type: 'oauth',
    authorization: {
      url: 'https://auth.freshbooks.com/oauth/authorize/',
      params: { scope: 'user:profile:read' },
    },
    token: 'https://api.freshbooks.com/auth/oauth/token',
    userinfo: 'https://api.freshbooks.com/auth/api/v1/users/me',
    // FreshBooks documents no PKCE.
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ response: { id, first_name, last_name, email } }) => ({
      id: id.toString(),
      name: `${first_name} ${last_name}`.trim(),
      email,
      image: null,
    }),
    style: { brandColor: '#0075dd' },
  }
  return withOptions(provider, options)
}
