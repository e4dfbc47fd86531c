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
    style: {
      brandColor: '#000000',
      mark: 'M12.525.02c1.31-.02 2.61-.01 3.91-.02.08 1.53.63 3.09 1.75 4.17 1.12 1.11 2.7 1.62 4.24 1.79v4.03c-1.44-.05-2.89-.35-4.2-.97-.57-.26-1.1-.59-1.62-.93-.01 2.92.01 5.84-.02 8.75-.08 1.4-.54 2.79-1.35 3.94-1.31 1.92-3.58 3.17-5.91 3.21-1.43.08-2.86-.31-4.08-1.03-2.02-1.19-3.44-3.37-3.65-5.71-.02-.5-.03-1-.01-1.49.18-1.9 1.12-3.72 2.58-4.96 1.66-1.44 3.98-2.13 6.15-1.72.02 1.48-.04 2.96-.04 4.44-.99-.32-2.15-.23-3.02.37-.63.41-1.11 1.04-1.36 1.75-.21.51-.15 1.07-.14 1.61.24 1.64 1.82 3.02 3.5 2.87 1.12-.01 2.19-.66 2.77-1.61.19-.33.4-.67.41-1.06.1-1.79.06-3.57.07-5.36.01-4.03-.01-8.05.02-12.07z',
    },
  }
  return withOptions(provider, options)
}
