import { defineOIDCProvider } from './kinds/define-provider.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'

/** The claims of Frontegg's ID tokens. @see https://developers.frontegg.com/guides/env-settings/hosted-embedded/oidc */
export interface FronteggProfile extends OpenIDClaims {
  tenantId?: string
  tenantIds?: string[]
  roles?: string[]
  permissions?: string[]
  profilePictureUrl?: string | null
}

/**
 * Sign-in with Frontegg.
 *
 * The issuer is `https://<subdomain>.frontegg.com`.
 *
 * @see https://developers.frontegg.com/guides/env-settings/hosted-embedded/oidc
 */
export const frontegg = defineOIDCProvider<FronteggProfile>()({
  id: 'frontegg',
  name: 'Frontegg',
  profile: (claims) => ({
    ...openIDUser(claims),
    image: claims.picture ?? claims.profilePictureUrl ?? null,
  }),
  style: { brandColor: '#36373c' },
})
