import { defineOIDCProvider } from './kinds/define-provider.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'

/** The claims of Vipps's UserInfo responses. @see https://developer.vippsmobilepay.com/docs/APIs/login-api/ */
export interface VippsProfile extends OpenIDClaims {
  sid?: string
  /** Present with the scope `address`. */
  addresses?: unknown[]
}

/**
 * Sign-in with Vipps.
 *
 * The profile comes from the UserInfo endpoint.
 *
 * @see https://developer.vippsmobilepay.com/docs/APIs/login-api/
 */
export const vipps = defineOIDCProvider<VippsProfile>()({
  id: 'vipps',
  name: 'Vipps',
  issuer: 'https://api.vipps.no/access-management-1.0/access/',
  idToken: false,
  authorization: { params: { scope: 'openid name email' } },
  profile: openIDUser,
  style: { brandColor: '#ff5b24' },
})
