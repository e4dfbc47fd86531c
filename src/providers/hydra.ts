import { defineOIDCProvider } from './kinds/define-provider.js'
import { hydraMark } from './kinds/logos.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'

/** The claims of Ory Hydra's ID tokens. @see https://www.ory.sh/docs/oauth2-oidc/userinfo-oidc */
export interface HydraProfile extends OpenIDClaims {
  username?: string
}

/**
 * Sign-in with Ory Hydra.
 *
 * The issuer is `https://<project>.projects.oryapis.com`, or the URL of your own server. The consent
 * application decides which claims the ID token contains.
 *
 * @see https://www.ory.sh/docs/oauth2-oidc/userinfo-oidc
 */
export const hydra = defineOIDCProvider<HydraProfile>()({
  id: 'hydra',
  name: 'Ory Hydra',
  profile: (claims) => {
    const user = openIDUser(claims)
    return { ...user, name: user.name ?? claims.username ?? null }
  },
  style: { brandColor: '#0f172a', mark: hydraMark },
})
