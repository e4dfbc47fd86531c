import type { TokenSet } from '../model/account.js'
import { defineOAuthProvider } from './kinds/define-provider.js'
import { naverMark } from './kinds/logos.js'
import type { TokenRequestContext } from './kinds/oauth.js'
import { postTokenRequest } from './kinds/token-request.js'

const tokenEndpoint = 'https://nid.naver.com/oauth2.0/token'

/** The profile of the signed-in user at Naver. @see https://developers.naver.com/docs/login/profile/profile.md */
export interface NaverProfile {
  /** `00` for success. */
  resultcode: string
  message: string
  response: {
    id: string
    nickname?: string
    name?: string
    email?: string
    gender?: 'F' | 'M' | 'U'
    age?: string
    birthday?: string
    birthyear?: string
    mobile?: string
    profile_image?: string
    [field: string]: unknown
  }
  [field: string]: unknown
}

/**
 * Sign-in with Naver.
 *
 * @see https://developers.naver.com/docs/login/profile/profile.md
 */
export const naver = defineOAuthProvider<NaverProfile>()({
  id: 'naver',
  name: 'Naver',
  authorization: { url: 'https://nid.naver.com/oauth2.0/authorize', params: { scope: '' } },
  token: { url: tokenEndpoint, request: exchangeCode },
  userinfo: 'https://openapi.naver.com/v1/nid/me',
  // Naver does not document PKCE.
  checks: ['state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ response: { id, nickname, name, email, profile_image } }) => ({
    id,
    name: nickname ?? name ?? null,
    email: email ?? null,
    image: profile_image ?? null,
  }),
  style: { brandColor: '#03c75a', mark: naverMark },
})

/** Exchanges the code. Naver requires the `state` of the authorization request in the token request. */
async function exchangeCode({
  params: { code = '' },
  checks: { state },
  provider: { clientId = '', clientSecret = '', callbackUrl },
  fetch,
}: TokenRequestContext): Promise<{ tokens: TokenSet }> {
  const client = { client_id: clientId, client_secret: clientSecret }
  const grant = { grant_type: 'authorization_code', redirect_uri: callbackUrl, code, state }
  return { tokens: await postTokenRequest(tokenEndpoint, { ...client, ...grant }, fetch) }
}
