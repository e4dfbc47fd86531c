import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Pinterest returns for the signed-in user. @see https://developers.pinterest.com/docs/api/v5/user_account-get/ */
export interface PinterestProfile {
  id: string
  username: string
  account_type: string
  business_name?: string | null
  profile_image?: string | null
  website_url?: string | null
  [field: string]: unknown
}

/** What {@link pinterest} can be given in place of its defaults. */
export interface PinterestOptions<Id extends string = 'pinterest', User = StandardUser>
  extends OAuthOverrides<PinterestProfile, Id, User> {}

/**
 * Sign-in with Pinterest. Every option replaces a default, whole fields at a time.
 *
 * Pinterest gives no e-mail address.
 *
 * @param options - Default: client id and secret from `AUTH_PINTEREST_ID` and `AUTH_PINTEREST_SECRET`, scope `user_accounts:read`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { pinterest } from 'authwright/providers/pinterest'
 *
 * export const auth = createAuth().provider(pinterest()).build()
 * ```
 *
 * @see https://developers.pinterest.com/docs/api/v5/user_account-get/
 */
export function pinterest<const Id extends string = 'pinterest', User extends ProviderUser = StandardUser>(
  options: PinterestOptions<Id, User> = {},
): OAuthProvider<PinterestProfile, Id, User> {
  const provider: OAuthProvider<PinterestProfile, 'pinterest', StandardUser> = {
    id: 'pinterest',
    name: 'Pinterest',
    type: 'oauth',
    authorization: { url: 'https://www.pinterest.com/oauth/', params: { scope: 'user_accounts:read' } },
    token: 'https://api.pinterest.com/v5/oauth/token',
    userinfo: 'https://api.pinterest.com/v5/user_account',
    // Pinterest documents no PKCE.
    checks: ['state'],
    profile: ({ id, username, profile_image }) => ({
      // The user name may change hands.
      id,
      name: username,
      email: null,
      image: profile_image ?? null,
    }),
    style: { brandColor: '#bd081c' },
  }
  return withOptions(provider, options)
}
