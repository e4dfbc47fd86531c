import { defineOAuthProvider } from './kinds/define-provider.js'
import { hubspotMark } from './kinds/logos.js'
import type { UserinfoEndpoint } from './kinds/oauth.js'

/** The profile of the signed-in user at HubSpot. @see https://developers.hubspot.com/docs/api-reference/2026-03/authentication/oauth-tokens/token-introspect */
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

/** @see https://developers.hubspot.com/changelog/v1-oauth-api-deprecation */
const tokenEndpoint = 'https://api.hubapi.com/oauth/2026-03/token'

/** Sends the client secret, because HubSpot lets only the client that received a token introspect the token. */
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
  if (!response.ok) {
    throw new Error(`HubSpot responded with status ${response.status} to the request for the profile.`)
  }
  // The response repeats the tokens, which callbacks and events must not receive with the profile.
  const { token: _, signed_access_token: __, ...profile }: HubSpotProfile = Object(await response.json())
  if (profile.active === true) return profile
  throw new Error('HubSpot reports that the access token is not active.')
}

/**
 * Sign-in with HubSpot.
 *
 * @see https://developers.hubspot.com/docs/api-reference/auth-oauth-v3/guide
 */
export const hubspot = defineOAuthProvider<HubSpotProfile>()({
  id: 'hubspot',
  name: 'HubSpot',
  authorization: { url: 'https://app.hubspot.com/oauth/authorize', params: { scope: 'oauth' } },
  token: tokenEndpoint,
  userinfo: { url: `${tokenEndpoint}/introspect`, request: introspect },
  // HubSpot does not document PKCE for applications with a secret.
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ user_id, user = null }) => ({ id: user_id.toString(), name: user, email: user, image: null }),
  style: { brandColor: '#ff7a59', mark: hubspotMark },
})
