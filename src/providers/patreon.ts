import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Patreon returns for the signed-in user. @see https://docs.patreon.com/#get-api-oauth2-v2-identity */
export interface PatreonProfile {
  data: {
    id: string
    type: 'user'
    attributes: {
      email?: string | null
      full_name: string
      image_url: string | null
      is_email_verified?: boolean
      [field: string]: unknown
    }
  }
  [field: string]: unknown
}

/** What {@link patreon} can be given in place of its defaults. */
export interface PatreonOptions<Id extends string = 'patreon', User = StandardUser>
  extends OAuthOverrides<PatreonProfile, Id, User> {}

/**
 * Sign-in with Patreon. Every option replaces a default, whole fields at a time.
 *
 * An address that is not verified counts as none.
 *
 * @param options - Default: client id and secret from `AUTH_PATREON_ID` and `AUTH_PATREON_SECRET`, scope `identity identity[email]`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { patreon } from 'authwright/providers/patreon'
 *
 * export const auth = createAuth().provider(patreon()).build()
 * ```
 *
 * @see https://docs.patreon.com/#get-api-oauth2-v2-identity
 */
export function patreon<const Id extends string = 'patreon', User extends ProviderUser = StandardUser>(
  options: PatreonOptions<Id, User> = {},
): OAuthProvider<PatreonProfile, Id, User> {
  const provider: OAuthProvider<PatreonProfile, 'patreon', StandardUser> = {
    id: 'patreon',
    name: 'Patreon',
    type: 'oauth',
    authorization: {
      url: 'https://www.patreon.com/oauth2/authorize',
      params: { scope: 'identity identity[email]' },
    },
    token: 'https://www.patreon.com/api/oauth2/token',
    userinfo: {
      url: 'https://www.patreon.com/api/oauth2/v2/identity',
      params: { 'fields[user]': 'email,full_name,image_url,is_email_verified' },
    },
    // Patreon documents no PKCE.
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ data: { id, attributes } }) => ({
      id,
      name: attributes.full_name,
      email: attributes.is_email_verified ? (attributes.email ?? null) : null,
      image: attributes.image_url,
    }),
    // Whether the user has confirmed the address: https://docs.patreon.com/#user-v2
    emailVerified: ({ data }) => data.attributes.is_email_verified === true,
    style: {
      brandColor: '#ff424d',
      mark: 'M22.957 7.21c-.004-3.064-2.391-5.576-5.191-6.482-3.478-1.125-8.064-.962-11.384.604C2.357 3.231 1.093 7.391 1.046 11.54c-.039 3.411.302 12.396 5.369 12.46 3.765.047 4.326-4.804 6.068-7.141 1.24-1.662 2.836-2.132 4.801-2.618 3.376-.836 5.678-3.501 5.673-7.031Z',
    },
  }
  return withOptions(provider, options)
}
