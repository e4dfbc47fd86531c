import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Dribbble returns for the signed-in user. @see https://developer.dribbble.com/v2/user/ */
export interface DribbbleProfile {
  id: number
  name: string
  login: string
  html_url: string
  avatar_url: string
  bio?: string | null
  location?: string | null
  email?: string | null
  [field: string]: unknown
}

/** What {@link dribbble} can be given in place of its defaults. */
export interface DribbbleOptions<Id extends string = 'dribbble', User = StandardUser>
  extends OAuthOverrides<DribbbleProfile, Id, User> {}

/**
 * Sign-in with Dribbble. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_DRIBBBLE_ID` and `AUTH_DRIBBBLE_SECRET`, scope `public`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { dribbble } from 'authwright/providers/dribbble'
 *
 * export const auth = createAuth().provider(dribbble()).build()
 * ```
 *
 * @see https://developer.dribbble.com/v2/user/
 */
export function dribbble<const Id extends string = 'dribbble', User extends ProviderUser = StandardUser>(
  options: DribbbleOptions<Id, User> = {},
): OAuthProvider<DribbbleProfile, Id, User> {
  const provider: OAuthProvider<DribbbleProfile, 'dribbble', StandardUser> = {
    id: 'dribbble',
    name: 'Dribbble',
    type: 'oauth',
    authorization: { url: 'https://dribbble.com/oauth/authorize', params: { scope: 'public' } },
    token: 'https://dribbble.com/oauth/token',
    userinfo: 'https://api.dribbble.com/v2/user',
    // Dribbble documents no PKCE.
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, name, email, avatar_url }) => ({
      id: id.toString(),
      name,
      email: email ?? null,
      image: avatar_url,
    }),
    style: { brandColor: '#ea4c89' },
  }
  return withOptions(provider, options)
}
