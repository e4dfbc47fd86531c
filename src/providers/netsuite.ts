import { defineOAuthProvider } from './kinds/define-provider.js'
import type { OAuthProvider, UserinfoEndpoint } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/provider-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'

/** The signed-in user, as the RESTlet or Suitelet returns them. */
export interface NetSuiteProfile {
  id: number | string
  name: string
  email?: string | null
  location?: number | string
  role?: number | string
  contact?: number | string | null
  [field: string]: unknown
}

/** Options of {@link netsuite}. */
export interface NetSuiteOptions<Id extends string = 'netsuite', User = StandardUser>
  extends OAuthOverrides<NetSuiteProfile, Id, User> {
  /** The account id, such as `1234567` or `1234567_SB1` for a sandbox. */
  readonly accountId: string
  /** The URL of the RESTlet or Suitelet. */
  readonly userinfo: string | UserinfoEndpoint
}

/**
 * Sign-in with NetSuite.
 *
 * NetSuite has no UserInfo endpoint: `userinfo` is the URL of a RESTlet or Suitelet of your own, which
 * returns `id`, `name` and `email` of the current user.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { netsuite } from 'authwright/providers/netsuite'
 *
 * const userinfo =
 *   'https://1234567.restlets.api.netsuite.com/app/site/hosting/restlet.nl?script=1&deploy=1'
 *
 * export const auth = createAuth()
 *   .provider(netsuite({ accountId: '1234567', userinfo }))
 *   .build()
 * ```
 *
 * @see https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_158074210415.html
 */
export function netsuite<const Id extends string = 'netsuite', User extends ProviderUser = StandardUser>(
  options: NetSuiteOptions<Id, User>,
): OAuthProvider<NetSuiteProfile, Id, User> {
  const { accountId, ...overrides } = options
  const host = String(accountId).toLowerCase().replaceAll('_', '-')
  const provider = defineOAuthProvider<NetSuiteProfile>()({
    id: 'netsuite',
    name: 'NetSuite',
    authorization: {
      url: `https://${host}.app.netsuite.com/app/login/oauth2/authorize.nl`,
      params: { scope: 'restlets rest_webservices' },
    },
    token: `https://${host}.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token`,
    profile: ({ id, name, email }) => ({ id: String(id), name, email: email ?? null, image: null }),
    style: { brandColor: '#36677d' },
  })
  return provider(overrides)
}
