import type { OAuthProvider, UserinfoEndpoint } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What HubSpot returns for the signed-in user. @see https://developers.hubspot.com/docs/api-reference/2026-03/authentication/oauth-tokens/token-introspect */
export interface HubSpotProfile {
  active: boolean
  user_id: number
  /** The e-mail address. */
  user?: string
  hub_id: number
  hub_domain?: string
  app_id: number
  client_id: string
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
 * @see https://developers.hubspot.com/docs/api-reference/auth-oauth-v3/guide
 */
export function hubspot<const Id extends string = 'hubspot', User extends ProviderUser = StandardUser>(
  options: HubSpotOptions<Id, User> = {},
): OAuthProvider<HubSpotProfile, Id, User> {
  const provider: OAuthProvider<HubSpotProfile, 'hubspot', StandardUser> = {
    id: 'hubspot',
    name: 'HubSpot',
    type: 'oauth',
    authorization: { url: 'https://app.hubspot.com/oauth/authorize', params: { scope: 'oauth' } },
    token: tokenEndpoint,
    userinfo: { url: `${tokenEndpoint}/introspect`, request: introspect },
    // HubSpot documents no PKCE for applications with a secret.
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ user_id, user = null }) => ({
      id: user_id.toString(),
      name: user,
      email: user,
      image: null,
    }),
    style: {
      brandColor: '#ff7a59',
      mark: 'M18.164 7.93V5.084a2.198 2.198 0 001.267-1.978v-.067A2.2 2.2 0 0017.238.845h-.067a2.2 2.2 0 00-2.193 2.193v.067a2.196 2.196 0 001.252 1.973l.013.006v2.852a6.22 6.22 0 00-2.969 1.31l.012-.01-7.828-6.095A2.497 2.497 0 104.3 4.656l-.012.006 7.697 5.991a6.176 6.176 0 00-1.038 3.446c0 1.343.425 2.588 1.147 3.607l-.013-.02-2.342 2.343a1.968 1.968 0 00-.58-.095h-.002a2.033 2.033 0 102.033 2.033 1.978 1.978 0 00-.1-.595l.005.014 2.317-2.317a6.247 6.247 0 104.782-11.134l-.036-.005zm-.964 9.378a3.206 3.206 0 113.215-3.207v.002a3.206 3.206 0 01-3.207 3.207z',
    },
  }
  return withOptions(provider, options)
}

/** @see https://developers.hubspot.com/changelog/v1-oauth-api-deprecation */
const tokenEndpoint = 'https://api.hubapi.com/oauth/2026-03/token'

/** What HubSpot says of an access token, to the client that it was issued to. */
const introspect: NonNullable<UserinfoEndpoint['request']> = async ({
  tokens: { access_token = '' },
  provider: { clientId = '', clientSecret = '' },
  fetch,
}) => {
  const response = await fetch(`${tokenEndpoint}/introspect`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      token: access_token,
      token_type_hint: 'access_token',
    }),
  })
  const profile: unknown = response.ok ? await response.json() : undefined
  if (Object(profile).active === true) return profile
  throw new Error(`HubSpot responded with status ${response.status} to the request for the profile.`)
}
