import { defineOIDCProvider } from './kinds/define-provider.js'
import { robloxMark } from './kinds/logos.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'

/** The claims of Roblox's ID tokens. @see https://create.roblox.com/docs/cloud/auth/oauth2-reference */
export interface RobloxProfile extends OpenIDClaims {
  /** Seconds since 1970. */
  created_at?: number
}

/**
 * Sign-in with Roblox.
 *
 * Roblox provides no e-mail address.
 *
 * @see https://create.roblox.com/docs/cloud/auth/oauth2-reference
 */
export const roblox = defineOIDCProvider<RobloxProfile>()({
  id: 'roblox',
  name: 'Roblox',
  issuer: 'https://apis.roblox.com/oauth/',
  authorization: { params: { scope: 'openid profile' } },
  profile: openIDUser,
  style: { brandColor: '#335fff', mark: robloxMark },
})
