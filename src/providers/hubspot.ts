import { fetchProfileJson } from './kinds/fetch-profile-json.js'
import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What HubSpot returns for the signed-in user. @see https://developers.hubspot.com/docs/api-reference/auth-oauth-v1/guide */
export interface HubSpotProfile {
  user_id: number
  /** The e-mail address. */
  user: string
  hub_id: number
  hub_domain: string
  app_id: number
  scopes: string[]
  [field: string]: unknown
}

/** What {@link hubspot} can be given in place of its defaults. */
export interface HubSpotOptions<Id extends string = 'hubspot', User = StandardUser>
  extends OAuthOverrides<HubSpotProfile, Id, User> {}

/**
 * Sign-in with HubSpot. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_HUBSPOT_ID` and `AUTH_HUBSPOT_SECRET`, scope `oauth`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { hubspot } from 'authwright/providers/hubspot'
 *
 * export const auth = createAuth().provider(hubspot()).build()
 * ```
 *
 * @see https://developers.hubspot.com/docs/api-reference/auth-oauth-v1/guide
 */
export function hubspot<const Id extends string = 'hubspot', User extends ProviderUser = StandardUser>(
  options: HubSpotOptions<Id, User> = {},
): OAuthProvider<HubSpotProfile, Id, User> {
  const provider: OAuthProvider<HubSpotProfile, 'hubspot', StandardUser> = {
    id: 'hubspot',
    name: 'HubSpot',
    type: 'oauth',
    authorization: { url: 'https://app.hubspot.com/oauth/authorize', params: { scope: 'oauth' } },
    token: 'https://api.hubapi.com/oauth/v1/token',
    userinfo: {
      url: accessTokens,
      // HubSpot describes an access token at an address that ends with it.
      request: ({ tokens, fetch }) =>
        fetchProfileJson(
          'HubSpot',
          tokens,
          fetch,
        )(`${accessTokens}/${encodeURIComponent(String(tokens.access_token))}`),
    },
    // HubSpot documents no PKCE for applications with a secret.
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ user_id, user }) => ({ id: user_id.toString(), name: user, email: user, image: null }),
    style: { brandColor: '#ff7a59' },
  }
  return withOptions(provider, options)
}

const accessTokens = 'https://api.hubapi.com/oauth/v1/access-tokens'
