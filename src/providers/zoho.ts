import { defineOAuthProvider } from './kinds/define-provider.js'
import { fullName } from './kinds/full-name.js'
import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/provider-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'

/** The profile of the signed-in user at Zoho. @see https://www.zoho.com/accounts/protocol/oauth.html */
export interface ZohoProfile {
  ZUID: number | string
  First_Name: string
  Last_Name: string
  Display_Name?: string
  Email: string
  [field: string]: unknown
}

/** Options of {@link zoho}. Each replaces a default. */
export interface ZohoOptions<Id extends string = 'zoho', User = StandardUser>
  extends OAuthOverrides<ZohoProfile, Id, User> {
  /** The URL of the accounts server, which depends on the data center of the users. Default: `https://accounts.zoho.com`. */
  readonly accountsUrl?: string | undefined
}

/**
 * Sign-in with Zoho.
 *
 * Zoho separates scopes by commas, such as `AaaServer.profile.Read,ZohoCRM.users.READ`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { zoho } from 'authwright/providers/zoho'
 *
 * export const auth = createAuth().provider(zoho({ accountsUrl: 'https://accounts.zoho.eu' })).build()
 * ```
 *
 * @see https://www.zoho.com/accounts/protocol/oauth.html
 */
export function zoho<const Id extends string = 'zoho', User extends ProviderUser = StandardUser>(
  options: ZohoOptions<Id, User> = {},
): OAuthProvider<ZohoProfile, Id, User> {
  const { accountsUrl, ...overrides } = options
  const accounts = (accountsUrl || 'https://accounts.zoho.com').replace(/\/+$/, '')
  const provider = defineOAuthProvider<ZohoProfile>()({
    id: 'zoho',
    name: 'Zoho',
    authorization: { url: `${accounts}/oauth/v2/auth`, params: { scope: 'AaaServer.profile.Read' } },
    scopeSeparator: ',',
    token: `${accounts}/oauth/v2/token`,
    userinfo: `${accounts}/oauth/user/info`,
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ ZUID, First_Name, Last_Name, Email }) => ({
      id: ZUID.toString(),
      name: fullName(First_Name, Last_Name),
      email: Email,
      image: null,
    }),
    style: { brandColor: '#e42527' },
  })
  return provider(overrides)
}
