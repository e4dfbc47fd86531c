import { defineOIDCProvider } from './kinds/define-provider.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'

/** The claims of Descope's ID tokens. @see https://docs.descope.com/getting-started/oidc-endpoints */
export interface DescopeProfile extends OpenIDClaims {
  tenants?: Record<string, unknown>
}

/**
 * Sign-in with Descope.
 *
 * The issuer is `https://api.descope.com/<project id>`.
 *
 * @see https://docs.descope.com/getting-started/oidc-endpoints
 */
export const descope = defineOIDCProvider<DescopeProfile>()({
  id: 'descope',
  name: 'Descope',
  profile: openIDUser,
  style: { brandColor: '#1c1c23' },
})
