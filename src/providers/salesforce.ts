import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of a UserInfo response of Salesforce. @see https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_using_userinfo_endpoint.htm */
export interface SalesforceProfile extends OpenIDClaims {
  user_id?: string
  organization_id?: string
  user_type?: string
}

/** What {@link salesforce} can be given in place of its defaults. */
export interface SalesforceOptions<Id extends string = 'salesforce', User = StandardUser>
  extends OIDCOverrides<SalesforceProfile, Id, User, OpenIDEndpointParams> {}

/**
 * Sign-in with Salesforce. Every option replaces a default, whole fields at a time.
 *
 * The profile comes from the UserInfo endpoint. For a sandbox, `issuer` is `https://test.salesforce.com`; for My Domain, the address of the organization.
 *
 * @param options - Default: client id and secret from `AUTH_SALESFORCE_ID` and `AUTH_SALESFORCE_SECRET`, scope
 * `openid profile email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { salesforce } from 'authwright/providers/salesforce'
 *
 * export const auth = createAuth().provider(salesforce()).build()
 * ```
 *
 * @see https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_using_userinfo_endpoint.htm
 */
export function salesforce<const Id extends string = 'salesforce', User extends ProviderUser = StandardUser>(
  options: SalesforceOptions<Id, User> = {},
): OIDCProvider<SalesforceProfile, Id, User> {
  const provider: OIDCProvider<SalesforceProfile, 'salesforce', StandardUser> = {
    id: 'salesforce',
    name: 'Salesforce',
    type: 'oidc',
    issuer: 'https://login.salesforce.com',
    // An ID token has no profile claims unless the connected app is configured so.
    idToken: false,
    profile: openIDUser,
    style: { brandColor: '#00a1e0' },
  }
  return withOptions(provider, options)
}
