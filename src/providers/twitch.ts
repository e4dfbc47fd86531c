import type { OpenIDParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of an ID token of Twitch. @see https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/ */
export interface TwitchProfile extends OpenIDClaims {}

/** What Twitch documents for its authorization endpoint. @see https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/ */
export interface TwitchAuthorizationParams extends OpenIDParams {
  /** `true` has the user authorize the application each time. Default: `false`. */
  force_verify?: 'true' | 'false' | undefined
}

/** What {@link twitch} can be given in place of its defaults. */
export interface TwitchOptions<Id extends string = 'twitch', User = StandardUser>
  extends OIDCOverrides<TwitchProfile, Id, User, TwitchAuthorizationParams> {}

/**
 * Sign-in with Twitch. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_TWITCH_ID` and `AUTH_TWITCH_SECRET`, scope
 * `openid user:read:email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { twitch } from 'authwright/providers/twitch'
 *
 * export const auth = createAuth().provider(twitch()).build()
 * ```
 *
 * @see https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/
 */
export function twitch<const Id extends string = 'twitch', User extends ProviderUser = StandardUser>(
  options: TwitchOptions<Id, User> = {},
): OIDCProvider<TwitchProfile, Id, User, TwitchAuthorizationParams> {
  const provider: OIDCProvider<TwitchProfile, 'twitch', StandardUser> = {
    id: 'twitch',
    name: 'Twitch',
    type: 'oidc',
    issuer: 'https://id.twitch.tv/oauth2',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    // Twitch supports `nonce` and `state`, and no PKCE.
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
    style: { brandColor: '#9146ff' },
  }
  return withOptions(provider, options)
}
