import { defineOIDCProvider } from './kinds/define-provider.js'
import { authentikMark } from './kinds/logos.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'

/** The claims of Authentik's ID tokens. @see https://docs.goauthentik.io/add-secure-apps/providers/oauth2/ */
export interface AuthentikProfile extends OpenIDClaims {
  groups?: string[]
}

/**
 * Sign-in with Authentik.
 *
 * The issuer is `https://<host>/application/o/<application>/`, with a trailing slash.
 *
 * Before version 2025.10, authentik sends `email_verified: true` for every e-mail address. If users of your server can change their e-mail
 * address, set `verifiedEmail: () => null`.
 *
 * @see https://docs.goauthentik.io/add-secure-apps/providers/oauth2/
 */
export const authentik = defineOIDCProvider<AuthentikProfile>()({
  id: 'authentik',
  name: 'Authentik',
  profile: openIDUser,
  style: { brandColor: '#fd4b2d', mark: authentikMark },
})
