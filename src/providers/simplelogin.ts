import { defineOIDCProvider } from './kinds/define-provider.js'
import { simpleloginMark } from './kinds/logos.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'

/** The claims of SimpleLogin's ID tokens. @see https://simplelogin.io/docs/siwsl/user-info/ */
export interface SimpleLoginProfile extends OpenIDClaims {
  avatar_url?: string | null
}

/**
 * Sign-in with SimpleLogin.
 *
 * @see https://simplelogin.io/docs/siwsl/user-info/
 */
export const simplelogin = defineOIDCProvider<SimpleLoginProfile>()({
  id: 'simplelogin',
  name: 'SimpleLogin',
  issuer: 'https://app.simplelogin.io',
  profile: (claims) => ({ ...openIDUser(claims), image: claims.avatar_url ?? null }),
  style: { brandColor: '#be1e75', mark: simpleloginMark },
})
