import type { OAuthProvider, UserinfoEndpoint } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What the application's own RESTlet or Suitelet returns for the signed-in user. */
export interface NetSuiteProfile {
  /** The internal id. */
  id: number | string
  name: string
  email?: string | null
  location?: number | string
  role?: number | string
  contact?: number | string | null
  [field: string]: unknown
}

/** What {@link netsuite} can be given in place of its defaults. */
export interface NetSuiteOptions<Id extends string = 'netsuite', User = StandardUser>
  extends OAuthOverrides<NetSuiteProfile, Id, User> {
  /** The account id, such as `1234567` or `1234567_SB1` for a sandbox. */
  readonly accountId: string
  /** The address of the RESTlet or Suitelet. */
  readonly userinfo: string | UserinfoEndpoint
}

/**
 * Sign-in with NetSuite. Every option replaces a default, whole fields at a time.
 *
 * NetSuite has no endpoint that says who has signed in: `userinfo` is the address of a RESTlet or Suitelet of the application, which returns `id`, `name` and `email` of the current user.
 *
 * @param options - Default: client id and secret from `AUTH_NETSUITE_ID` and `AUTH_NETSUITE_SECRET`, scope `restlets rest_webservices`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { netsuite } from 'authwright/providers/netsuite'
 *
 * export const auth = createAuth().provider(netsuite({ accountId: '1234567', userinfo: 'https://1234567.restlets.api.netsuite.com/app/site/hosting/restlet.nl?script=1&deploy=1' })).build()
 * ```
 *
 * @see https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_158074210415.html
 */
export function netsuite<const Id extends string = 'netsuite', User extends ProviderUser = StandardUser>(
  options: NetSuiteOptions<Id, User>,
): OAuthProvider<NetSuiteProfile, Id, User> {
  const { accountId, ...overrides } = options
  const host = String(accountId).toLowerCase().replaceAll('_', '-')
  const provider: OAuthProvider<NetSuiteProfile, 'netsuite', StandardUser> = {
    id: 'netsuite',
    name: 'NetSuite',
    type: 'oauth',
    authorization: {
      url: `https://${host}.app.netsuite.com/app/login/oauth2/authorize.nl`,
      params: { scope: 'restlets rest_webservices' },
    },
    token: `https://${host}.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token`,
    profile: ({ id, name, email }) => ({ id: String(id), name, email: email ?? null, image: null }),
    style: { brandColor: '#36677d' },
  }
  return withOptions(provider, overrides)
}
