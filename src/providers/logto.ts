import { defineOIDCProvider } from './kinds/define-provider.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'

/** The claims of Logto's ID tokens. @see https://docs.logto.io/end-user-flows/collect-user-profile/ */
export interface LogtoProfile extends OpenIDClaims {
  username?: string | null
  /** Present with the scope `roles`. */
  roles?: string[]
  /** Present with the scope `urn:logto:scope:organizations`. */
  organizations?: string[]
}

/**
 * Sign-in with Logto.
 *
 * The issuer is `https://<tenant>.logto.app/oidc`.
 *
 * @see https://docs.logto.io/end-user-flows/collect-user-profile/
 */
export const logto = defineOIDCProvider<LogtoProfile>()({
  id: 'logto',
  name: 'Logto',
  profile: (claims) => {
    const user = openIDUser(claims)
    return { ...user, name: user.name ?? claims.username ?? null }
  },
  style: { brandColor: '#5d34f2' },
})
