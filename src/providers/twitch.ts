import { defineOIDCProvider } from './kinds/define-provider.js'
import { twitchMark } from './kinds/logos.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { OpenIDParams } from './kinds/openid-params.js'
import type { StandardUser } from './kinds/standard-user.js'

/** The claims of Twitch's ID tokens. @see https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/ */
export interface TwitchProfile extends OpenIDClaims {}

/** The parameters of Twitch's authorization endpoint. @see https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/ */
export interface TwitchAuthorizationParams extends OpenIDParams {
  /** Whether the user must authorize the application each time. Default: `false`. */
  force_verify?: 'true' | 'false' | undefined
}

/**
 * Sign-in with Twitch.
 *
 * @see https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/
 */
export const twitch = defineOIDCProvider<TwitchProfile, StandardUser, TwitchAuthorizationParams>()({
  id: 'twitch',
  name: 'Twitch',
  issuer: 'https://id.twitch.tv/oauth2',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  // Twitch does not support PKCE.
  checks: ['state', 'nonce'],
  authorization: {
    params: {
      scope: 'openid user:read:email',
      claims: JSON.stringify({
        id_token: { email: null, email_verified: null, picture: null, preferred_username: null },
      }),
    },
  },
  profile: openIDUser,
  style: { brandColor: '#9146ff', mark: twitchMark },
})
