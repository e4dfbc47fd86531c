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
    style: { brandColor: '#ff7a59' },
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
