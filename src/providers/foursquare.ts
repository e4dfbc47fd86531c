import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'
import { withTokenType } from './kinds/with-token-type.js'

/** What Foursquare returns for the signed-in user. @see https://docs.foursquare.com/developer/reference/get-user-details */
export interface FoursquareProfile {
  response: {
    user: {
      id: string
      firstName?: string
      lastName?: string
      photo?: { prefix: string; suffix: string }
      contact?: { email?: string }
      [field: string]: unknown
    }
  }
  [field: string]: unknown
}

/** What {@link foursquare} can be given in place of its defaults. */
export interface FoursquareOptions<Id extends string = 'foursquare', User = StandardUser>
  extends OAuthOverrides<FoursquareProfile, Id, User> {}

/**
 * Sign-in with Foursquare. Every option replaces a default, whole fields at a time.
 *
 * Foursquare does not say whether it has verified the e-mail address.
 *
 * @param options - Default: client id and secret from `AUTH_FOURSQUARE_ID` and `AUTH_FOURSQUARE_SECRET`, no scope,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { foursquare } from 'authwright/providers/foursquare'
 *
 * export const auth = createAuth().provider(foursquare()).build()
 * ```
 *
 * @see https://docs.foursquare.com/developer/reference/personalization-apis-authentication
 */
export function foursquare<const Id extends string = 'foursquare', User extends ProviderUser = StandardUser>(
  options: FoursquareOptions<Id, User> = {},
): OAuthProvider<FoursquareProfile, Id, User> {
  const provider: OAuthProvider<FoursquareProfile, 'foursquare', StandardUser> = {
    id: 'foursquare',
    name: 'Foursquare',
    type: 'oauth',
    authorization: { url: 'https://foursquare.com/oauth2/authenticate', params: { scope: '' } },
    token: { url: 'https://foursquare.com/oauth2/access_token', conform: withTokenType },
    userinfo: {
      url: 'https://api.foursquare.com/v2/users/self',
      // The token is a parameter: the API reads no `Authorization` header.
      request: async ({ tokens, fetch }) => {
        const query = new URLSearchParams({ v: '20250101', oauth_token: tokens.access_token ?? '' })
        const response = await fetch(`https://api.foursquare.com/v2/users/self?${query}`, {})
        if (response.ok) return response.json()
        throw new Error(`Foursquare responded with status ${response.status} to the request for the profile.`)
      },
    },
    // Foursquare documents no PKCE.
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ response: { user } }) => ({
      id: user.id,
      name: [user.firstName, user.lastName].filter(Boolean).join(' ') || null,
      email: user.contact?.email ?? null,
      image: user.photo ? `${user.photo.prefix}original${user.photo.suffix}` : null,
    }),
    style: { brandColor: '#f94877' },
  }
  return withOptions(provider, options)
}
