import { defineOIDCProvider } from './kinds/define-provider.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'

/** The claims of IdentityServer4's UserInfo responses. @see https://identityserver4.readthedocs.io/en/latest/topics/resources.html */
export interface IdentityServer4Profile extends OpenIDClaims {
  /** `local`, or the name of an external identity provider. */
  idp?: string
  amr?: string[]
}

/**
 * Sign-in with IdentityServer4.
 *
 * The issuer is `https://<host>`. The profile comes from the UserInfo endpoint. IdentityServer4 has had no
 * support since the end of 2022; its successor is `duendeIdentityServer6`.
 *
 * @see https://identityserver4.readthedocs.io/en/latest/topics/resources.html
 */
export const identityServer4 = defineOIDCProvider<IdentityServer4Profile>()({
  id: 'identity-server4',
  name: 'IdentityServer4',
  style: { brandColor: '#2d3a8c' },
  // By default, ID tokens contain no profile claims.
  idToken: false,
  profile: openIDUser,
})
