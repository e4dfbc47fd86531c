import { defineOIDCProvider } from './kinds/define-provider.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'

/** The claims of Duende IdentityServer's UserInfo responses. @see https://docs.duendesoftware.com/identityserver/fundamentals/claims/ */
export interface DuendeIdentityServer6Profile extends OpenIDClaims {
  /** `local`, or the name of an external identity provider. */
  idp?: string
  amr?: string[]
}

/**
 * Sign-in with Duende IdentityServer.
 *
 * The issuer is `https://<host>`. The profile comes from the UserInfo endpoint.
 *
 * @see https://docs.duendesoftware.com/identityserver/fundamentals/claims/
 */
export const duendeIdentityServer6 = defineOIDCProvider<DuendeIdentityServer6Profile>()({
  id: 'duende-identity-server6',
  name: 'Duende IdentityServer',
  style: { brandColor: '#2d3a8c' },
  // By default, ID tokens contain no profile claims.
  idToken: false,
  profile: openIDUser,
})
