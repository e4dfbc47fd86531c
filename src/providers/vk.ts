import type { TokenSet } from '../model/account.js'
import type { Fetch } from './kinds/custom-fetch.js'
import { defineOAuthProvider } from './kinds/define-provider.js'
import { fullName } from './kinds/full-name.js'
import { vkMark } from './kinds/logos.js'
import type { RefreshedTokens, RefreshRequestContext, TokenRequestContext } from './kinds/oauth.js'
import { postTokenRequest } from './kinds/token-request.js'

/** The profile of the signed-in user at VK ID. @see https://id.vk.com/about/business/go/docs/en/vkid/latest/vk-id/connection/start-integration/auth-without-sdk/auth-without-sdk-web */
export interface VKProfile {
  user: {
    user_id: string
    first_name: string
    last_name: string
    avatar?: string
    /** Present with the scope `email`. */
    email?: string
    /** Present with the scope `phone`. */
    phone?: string
    sex?: number
    birthday?: string
    /** Whether VK has verified the account, not the e-mail address. */
    verified?: boolean
    [field: string]: unknown
  }
  [field: string]: unknown
}

const tokenEndpoint = 'https://id.vk.com/oauth2/auth'

/**
 * Sign-in with VK.
 *
 * Applications of VK ID have no client secret. Instead, the token request contains the code verifier, and the device id of the
 * authorization response. A refresh also needs the device id, so the stored refresh token is the device id, a space, and the refresh token
 * of VK.
 *
 * @see https://id.vk.com/about/business/go/docs/en/vkid/latest/vk-id/connection/start-integration/auth-without-sdk/auth-without-sdk-web
 */
export const vk = defineOAuthProvider<VKProfile>()({
  id: 'vk',
  name: 'VK',
  authorization: { url: 'https://id.vk.com/authorize', params: { scope: 'vkid.personal_info email' } },
  token: { url: tokenEndpoint, request: exchangeCode, refresh },
  userinfo: {
    url: 'https://id.vk.com/oauth2/user_info',
    request: async ({ tokens, provider: { clientId = '' }, fetch }) => {
      const response = await fetch('https://id.vk.com/oauth2/user_info', {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams({ client_id: clientId, access_token: tokens.access_token ?? '' }),
      })
      if (response.ok) return response.json()
      throw new Error(`VK responded with status ${response.status} to the request for the profile.`)
    },
  },
  client: { token_endpoint_auth_method: 'none' },
  profile: ({ user }) => ({
    id: String(user.user_id),
    name: fullName(user.first_name, user.last_name),
    email: user.email || null,
    image: user.avatar ?? null,
  }),
  style: { brandColor: '#0077ff', mark: vkMark },
})

function exchangeCode({
  params: { code = '', device_id = '' },
  checks: { state, code_verifier = '' },
  provider: { clientId = '', callbackUrl },
  fetch,
}: TokenRequestContext): Promise<{ tokens: TokenSet }> {
  const grant = { grant_type: 'authorization_code', code, code_verifier, redirect_uri: callbackUrl }
  return requestTokens({ ...grant, device_id, client_id: clientId, state }, fetch)
}

async function refresh({
  refreshToken,
  provider: { clientId = '' },
  fetch,
}: RefreshRequestContext): Promise<{ tokens: RefreshedTokens }> {
  const [device_id = '', refresh_token] = refreshToken.split(' ')
  // A token that was stored by another library has no device id.
  if (!refresh_token) return { tokens: { error: 'invalid_grant' } }
  const grant = { grant_type: 'refresh_token', refresh_token }
  return requestTokens({ ...grant, device_id, client_id: clientId, state: crypto.randomUUID() }, fetch)
}

/** Adds the device id to the refresh token, for later refreshes. */
async function requestTokens(
  form: { readonly device_id: string } & Readonly<Record<string, string>>,
  fetch: Fetch,
): Promise<{ tokens: TokenSet }> {
  const tokens = await postTokenRequest(tokenEndpoint, form, fetch)
  const { access_token, refresh_token } = tokens
  if (!access_token) return { tokens }
  return {
    tokens: {
      token_type: 'bearer',
      ...tokens,
      ...(refresh_token && { refresh_token: `${form.device_id} ${refresh_token}` }),
    },
  }
}
