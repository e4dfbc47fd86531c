import type { TokenSet } from '../model/account.js'
import type { OAuthProvider, TokenRequestContext } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What VK ID returns for the signed-in user. @see https://id.vk.com/about/business/go/docs/en/vkid/latest/vk-id/connection/start-integration/auth-without-sdk/auth-without-sdk-web */
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
    /** Whether VK has verified the account, not the address. */
    verified?: boolean
    [field: string]: unknown
  }
  [field: string]: unknown
}

/** What {@link vk} can be given in place of its defaults. */
export interface VKOptions<Id extends string = 'vk', User = StandardUser>
  extends OAuthOverrides<VKProfile, Id, User> {}

/**
 * Sign-in with VK. Every option replaces a default, whole fields at a time.
 *
 * Applications of VK ID have no client secret: the token request carries the device id of the authorization response, and the code verifier.
 *
 * @param options - Default: client id from `AUTH_VK_ID`, scope `vkid.personal_info email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { vk } from 'authwright/providers/vk'
 *
 * export const auth = createAuth().provider(vk()).build()
 * ```
 *
 * @see https://id.vk.com/about/business/go/docs/en/vkid/latest/vk-id/connection/start-integration/auth-without-sdk/auth-without-sdk-web
 */
export function vk<const Id extends string = 'vk', User extends ProviderUser = StandardUser>(
  options: VKOptions<Id, User> = {},
): OAuthProvider<VKProfile, Id, User> {
  const provider: OAuthProvider<VKProfile, 'vk', StandardUser> = {
    id: 'vk',
    name: 'VK',
    type: 'oauth',
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
      name: [user.first_name, user.last_name].filter(Boolean).join(' ') || null,
      email: user.email || null,
      image: user.avatar ?? null,
    }),
    style: {
      brandColor: '#0077ff',
      mark: 'm9.489.004.729-.003h3.564l.73.003.914.01.433.007.418.011.403.014.388.016.374.021.36.025.345.03.333.033c1.74.196 2.933.616 3.833 1.516.9.9 1.32 2.092 1.516 3.833l.034.333.029.346.025.36.02.373.025.588.012.41.013.644.009.915.004.98-.001 3.313-.003.73-.01.914-.007.433-.011.418-.014.403-.016.388-.021.374-.025.36-.03.345-.033.333c-.196 1.74-.616 2.933-1.516 3.833-.9.9-2.092 1.32-3.833 1.516l-.333.034-.346.029-.36.025-.373.02-.588.025-.41.012-.644.013-.915.009-.98.004-3.313-.001-.73-.003-.914-.01-.433-.007-.418-.011-.403-.014-.388-.016-.374-.021-.36-.025-.345-.03-.333-.033c-1.74-.196-2.933-.616-3.833-1.516-.9-.9-1.32-2.092-1.516-3.833l-.034-.333-.029-.346-.025-.36-.02-.373-.025-.588-.012-.41-.013-.644-.009-.915-.004-.98.001-3.313.003-.73.01-.914.007-.433.011-.418.014-.403.016-.388.021-.374.025-.36.03-.345.033-.333c.196-1.74.616-2.933 1.516-3.833.9-.9 2.092-1.32 3.833-1.516l.333-.034.346-.029.36-.025.373-.02.588-.025.41-.012.644-.013.915-.009ZM6.79 7.3H4.05c.13 6.24 3.25 9.99 8.72 9.99h.31v-3.57c2.01.2 3.53 1.67 4.14 3.57h2.84c-.78-2.84-2.83-4.41-4.11-5.01 1.28-.74 3.08-2.54 3.51-4.98h-2.58c-.56 1.98-2.22 3.78-3.8 3.95V7.3H10.5v6.92c-1.6-.4-3.62-2.34-3.71-6.92Z',
    },
  }
  return withOptions(provider, options)
}

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
