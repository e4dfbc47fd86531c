import type { TokenSet } from '../model/account.js'
import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What TikTok returns for the signed-in user. @see https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info */
export interface TikTokProfile {
  data: {
    user: {
      /** Identifies the user for this application. */
      open_id: string
      /** Identifies the user for all applications of one developer. */
      union_id?: string
      display_name: string
      avatar_url: string
      [field: string]: unknown
    }
  }
  error?: { code: string; message: string; log_id: string }
  [field: string]: unknown
}

/** What {@link tiktok} can be given in place of its defaults. */
export interface TikTokOptions<Id extends string = 'tiktok', User = StandardUser>
  extends OAuthOverrides<TikTokProfile, Id, User> {}

/**
 * Sign-in with TikTok. Every option replaces a default, whole fields at a time.
 *
 * The client id is the client key of the application. Callback addresses must be `https:`. TikTok gives no e-mail address.
 *
 * @param options - Default: client id and secret from `AUTH_TIKTOK_ID` and `AUTH_TIKTOK_SECRET`, scope `user.info.basic`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { tiktok } from 'authwright/providers/tiktok'
 *
 * export const auth = createAuth().provider(tiktok()).build()
 * ```
 *
 * @see https://developers.tiktok.com/doc/login-kit-web
 */
export function tiktok<const Id extends string = 'tiktok', User extends ProviderUser = StandardUser>(
  options: TikTokOptions<Id, User> = {},
): OAuthProvider<TikTokProfile, Id, User> {
  const provider: OAuthProvider<TikTokProfile, 'tiktok', StandardUser> = {
    id: 'tiktok',
    name: 'TikTok',
    type: 'oauth',
    authorization: {
      url: 'https://www.tiktok.com/v2/auth/authorize/',
      params: { client_key: '{clientId}', scope: 'user.info.basic' },
    },
    token: {
      url: 'https://open.tiktokapis.com/v2/oauth/token/',
      request: async ({ params: { code = '' }, provider, fetch }) => {
        const { clientId = '', clientSecret = '', callbackUrl } = provider
        const response = await fetch('https://open.tiktokapis.com/v2/oauth/token/', {
          method: 'POST',
          headers: { accept: 'application/json' },
          body: new URLSearchParams({
            client_key: clientId,
            client_secret: clientSecret,
            code,
            grant_type: 'authorization_code',
            redirect_uri: callbackUrl,
          }),
        })
        return { tokens: (await response.json()) as TokenSet }
      },
    },
    userinfo: {
      url: 'https://open.tiktokapis.com/v2/user/info/',
      params: { fields: 'open_id,union_id,avatar_url,display_name' },
    },
    // TikTok documents PKCE for installed applications only.
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ data: { user } }) => ({
      id: user.open_id,
      name: user.display_name,
      email: null,
      image: user.avatar_url,
    }),
    style: { brandColor: '#000000' },
  }
  return withOptions(provider, options)
}
