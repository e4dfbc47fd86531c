import { defineOIDCProvider } from './kinds/define-provider.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'

/** The claims of Salesforce's UserInfo responses. @see https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_using_userinfo_endpoint.htm */
export interface SalesforceProfile extends OpenIDClaims {
  user_id?: string
  organization_id?: string
  user_type?: string
}

/**
 * Sign-in with Salesforce.
 *
 * The profile comes from the UserInfo endpoint. For a sandbox, `issuer` is `https://test.salesforce.com`;
 * for My Domain, it is the URL of the organization.
 *
 * @see https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_using_userinfo_endpoint.htm
 */
export const salesforce = defineOIDCProvider<SalesforceProfile>()({
  id: 'salesforce',
  name: 'Salesforce',
  issuer: 'https://login.salesforce.com',
  // By default, ID tokens contain no profile claims.
  idToken: false,
  profile: openIDUser,
  style: { brandColor: '#00a1e0' },
})
