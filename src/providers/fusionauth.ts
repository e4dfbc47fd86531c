import { defineOIDCProvider } from './kinds/define-provider.js'
import { fusionauthMark } from './kinds/logos.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'

/** The claims of FusionAuth's ID tokens. @see https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/tokens */
export interface FusionAuthProfile extends OpenIDClaims {
  applicationId?: string
  tid?: string
  roles?: string[]
  authenticationType?: string
}

/**
 * Sign-in with FusionAuth.
 *
 * The issuer is shown on the page of the tenant in FusionAuth. If it is still the default `acme.com`, use the URL of the server instead.
 *
 * @see https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/tokens
 */
export const fusionauth = defineOIDCProvider<FusionAuthProfile>()({
  id: 'fusionauth',
  name: 'FusionAuth',
  profile: openIDUser,
  // The default issuer of a tenant is not a URL: https://github.com/FusionAuth/fusionauth-issues/issues/3497
  issuerAliases: ['acme.com'],
  style: { brandColor: '#f58320', mark: fusionauthMark },
})
