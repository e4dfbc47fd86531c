import { defineOIDCProvider } from './kinds/define-provider.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'

/** The claims of Ping Identity's ID tokens. @see https://developer.pingidentity.com/pingone-api/foundations/authentication-concepts/access-tokens-and-id-tokens/token-claims.html */
export interface PingIdProfile extends OpenIDClaims {
  acr?: string
  sid?: string
}

/**
 * Sign-in with Ping Identity.
 *
 * The issuer is `https://auth.pingone.<region>/<environment id>/as`.
 *
 * @see https://developer.pingidentity.com/pingone-api/foundations/authentication-concepts/access-tokens-and-id-tokens/token-claims.html
 */
export const pingId = defineOIDCProvider<PingIdProfile>()({
  id: 'ping-id',
  name: 'Ping Identity',
  profile: openIDUser,
  style: { brandColor: '#b3282d' },
})
