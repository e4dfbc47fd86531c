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
    style: {
      brandColor: '#32e6e2',
      mark: 'M6.49 19.04h-.23L5.13 17.9v-.23l1.73-1.71h1.2l.15.15v1.2L6.5 19.04ZM5.13 6.31V6.1l1.13-1.13h.23L8.2 6.68v1.2l-.15.15h-1.2L5.13 6.31Zm9.96 9.09h-1.65l-.14-.13v-3.83c0-.68-.27-1.2-1.1-1.23-.42 0-.9 0-1.43.02l-.07.08v4.96l-.14.14H8.9l-.13-.14V8.73l.13-.14h3.7a2.6 2.6 0 0 1 2.61 2.6v4.08l-.13.14Zm-8.37-2.44H.14L0 12.82v-1.64l.14-.14h6.58l.14.14v1.64l-.14.14Zm17.14 0h-6.58l-.14-.14v-1.64l.14-.14h6.58l.14.14v1.64l-.14.14ZM11.05 6.55V1.64l.14-.14h1.65l.14.14v4.9l-.14.14h-1.65l-.14-.13Zm0 15.81v-4.9l.14-.14h1.65l.14.13v4.91l-.14.14h-1.65l-.14-.14Z',
    },
  }
  return withOptions(provider, options)
}
