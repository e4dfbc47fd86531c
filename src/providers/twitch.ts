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
    style: {
      brandColor: '#9146ff',
      mark: 'M11.571 4.714h1.715v5.143H11.57zm4.715 0H18v5.143h-1.714zM6 0L1.714 4.286v15.428h5.143V24l4.286-4.286h3.428L22.286 12V0zm14.571 11.143l-3.428 3.428h-3.429l-3 3v-3H6.857V1.714h13.714Z',
    },
  }
  return withOptions(provider, options)
}
