import type { TokenSet } from '../model/account.js'
import type { Fetch } from './kinds/custom-fetch.js'
import { defineOAuthProvider } from './kinds/define-provider.js'
import { tiktokMark } from './kinds/logos.js'
import type { OAuthProvider } from './kinds/oauth.js'
import { postTokenRequest } from './kinds/token-request.js'

/** The profile of the signed-in user at TikTok. @see https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info */
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

const tokenEndpoint = 'https://open.tiktokapis.com/v2/oauth/token/'

/**
 * Sign-in with TikTok.
 *
 * The client id is the client key of the application. Callback URLs must start with `https:`. TikTok provides
 * no e-mail address. It separates scopes by commas, such as `user.info.basic,video.list`.
 *
 * @see https://developers.tiktok.com/doc/login-kit-web
 */
export const tiktok = defineOAuthProvider<TikTokProfile>()({
  id: 'tiktok',
  name: 'TikTok',
  authorization: {
    url: 'https://www.tiktok.com/v2/auth/authorize/',
    params: { client_key: '{clientId}', scope: 'user.info.basic' },
  },
  scopeSeparator: ',',
  token: {
    url: tokenEndpoint,
    request: ({ params: { code = '' }, provider, fetch }) =>
      requestTokens(
        provider,
        { grant_type: 'authorization_code', code, redirect_uri: provider.callbackUrl },
        fetch,
      ),
    refresh: ({ refreshToken, provider, fetch }) =>
      requestTokens(provider, { grant_type: 'refresh_token', refresh_token: refreshToken }, fetch),
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
  style: { brandColor: '#000000', mark: tiktokMark },
})

/** @see https://developers.tiktok.com/doc/oauth-user-access-token-management */
async function requestTokens(
  { clientId = '', clientSecret = '' }: OAuthProvider,
  grant: Readonly<Record<string, string>>,
  fetch: Fetch,
): Promise<{ tokens: TokenSet }> {
  const form = { client_key: clientId, client_secret: clientSecret, ...grant }
  return { tokens: await postTokenRequest(tokenEndpoint, form, fetch) }
}
