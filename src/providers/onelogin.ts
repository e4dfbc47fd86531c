import { defineOIDCProvider } from './kinds/define-provider.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'

/** The claims of OneLogin's ID tokens. @see https://developers.onelogin.com/openid-connect */
export interface OneLoginProfile extends OpenIDClaims {
  /** Present with the scope `groups`. */
  groups?: string[]
  params?: Record<string, unknown>
}

/**
 * Sign-in with OneLogin.
 *
 * The issuer is `https://<subdomain>.onelogin.com/oidc/2`.
 *
 * @see https://developers.onelogin.com/openid-connect
 */
export const onelogin = defineOIDCProvider<OneLoginProfile>()({
  id: 'onelogin',
  name: 'OneLogin',
  profile: openIDUser,
  style: { brandColor: '#1c1f2a' },
})
