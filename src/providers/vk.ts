import type { TokenSet } from '../model/account.js'
import { defineOAuthProvider } from './kinds/define-provider.js'
import { fullName } from './kinds/full-name.js'
import { vkMark } from './kinds/marks.js'
import type { TokenRequestContext } from './kinds/oauth.js'

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

/**
 * Sign-in with VK.
 *
 * Applications of VK ID have no client secret: the token request carries the device id of the authorization
 * response, and the code verifier.
 *
 * @see https://id.vk.com/about/business/go/docs/en/vkid/latest/vk-id/connection/start-integration/auth-without-sdk/auth-without-sdk-web
 */
export const vk = defineOAuthProvider<VKProfile>()({
  id: 'vk',
  name: 'VK',
  authorization: { url: 'https://id.vk.com/authorize', params: { scope: 'vkid.personal_info email' } },
  token: { url: 'https://id.vk.com/oauth2/auth', request: exchangeCode },
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

/** The token request of VK ID, with the device id that the authorization response names. */
async function exchangeCode({
  params: { code = '', device_id = '' },
  checks: { state, code_verifier = '' },
  provider: { clientId = '', callbackUrl },
  fetch,
}: TokenRequestContext): Promise<{ tokens: TokenSet }> {
  const response = await fetch('https://id.vk.com/oauth2/auth', {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      code_verifier,
      device_id,
      client_id: clientId,
      redirect_uri: callbackUrl,
      state,
    }),
  })
  const tokens = (await response.json()) as TokenSet
  return { tokens: tokens.access_token ? { token_type: 'bearer', ...tokens } : tokens }
}
