import { defineOIDCProvider } from './kinds/define-provider.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'

/** The claims of Asgardeo's ID tokens. @see https://wso2.com/asgardeo/docs/guides/authentication/oidc/discover-oidc-configs/ */
export interface AsgardeoProfile extends OpenIDClaims {
  /** Present with the scope `groups`. */
  groups?: string[]
  org_id?: string
  org_name?: string
  username?: string
}

/**
 * Sign-in with Asgardeo.
 *
 * The issuer is `https://api.asgardeo.io/t/<organization>/oauth2/token`.
 *
 * @see https://wso2.com/asgardeo/docs/guides/authentication/oidc/discover-oidc-configs/
 */
export const asgardeo = defineOIDCProvider<AsgardeoProfile>()({
  id: 'asgardeo',
  name: 'Asgardeo',
  profile: openIDUser,
  style: { brandColor: '#ff7300' },
})
