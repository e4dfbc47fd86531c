import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Netlify returns for the signed-in user. @see https://open-api.netlify.com/#tag/user/operation/getCurrentUser */
export interface NetlifyProfile {
  id: string
  uid?: string | null
  full_name: string
  email: string
  avatar_url: string | null
  site_count?: number
  [field: string]: unknown
}

/** What {@link netlify} can be given in place of its defaults. */
export interface NetlifyOptions<Id extends string = 'netlify', User = StandardUser>
  extends OAuthOverrides<NetlifyProfile, Id, User> {}

/**
 * Sign-in with Netlify. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_NETLIFY_ID` and `AUTH_NETLIFY_SECRET`, no scope,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { netlify } from 'authwright/providers/netlify'
 *
 * export const auth = createAuth().provider(netlify()).build()
 * ```
 *
 * @see https://open-api.netlify.com/#tag/user/operation/getCurrentUser
 */
export function netlify<const Id extends string = 'netlify', User extends ProviderUser = StandardUser>(
  options: NetlifyOptions<Id, User> = {},
): OAuthProvider<NetlifyProfile, Id, User> {
  const provider: OAuthProvider<NetlifyProfile, 'netlify', StandardUser> = {
    id: 'netlify',
    name: 'Netlify',
    type: 'oauth',
    authorization: { url: 'https://app.netlify.com/authorize', params: { scope: '' } },
    token: 'https://api.netlify.com/oauth/token',
    userinfo: 'https://api.netlify.com/api/v1/user',
    // Netlify documents no PKCE.
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, full_name, email, avatar_url }) => ({ id, name: full_name, email, image: avatar_url }),
    style: { brandColor: '#32e6e2' },
  }
  return withOptions(provider, options)
}
