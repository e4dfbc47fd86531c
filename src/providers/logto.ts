import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of an ID token of Logto. @see https://docs.logto.io/end-user-flows/collect-user-profile/ */
export interface LogtoProfile extends OpenIDClaims {
  username?: string | null
  /** Present with the scope `roles`. */
  roles?: string[]
  /** Present with the scope `urn:logto:scope:organizations`. */
  organizations?: string[]
}

/** What {@link logto} can be given in place of its defaults. */
export interface LogtoOptions<Id extends string = 'logto', User = StandardUser>
  extends OIDCOverrides<LogtoProfile, Id, User, OpenIDEndpointParams> {
  /** `https://<tenant>.logto.app/oidc`. Default: the environment variable `AUTH_LOGTO_ISSUER`. */
  readonly issuer?: string | undefined
}

/**
 * Sign-in with Logto. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_LOGTO_ID` and `AUTH_LOGTO_SECRET`, issuer from `AUTH_LOGTO_ISSUER`, scope
 * `openid profile email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { logto } from 'authwright/providers/logto'
 *
 * export const auth = createAuth().provider(logto()).build()
 * ```
 *
 * @see https://docs.logto.io/end-user-flows/collect-user-profile/
 */
export function logto<const Id extends string = 'logto', User extends ProviderUser = StandardUser>(
  options: LogtoOptions<Id, User> = {},
): OIDCProvider<LogtoProfile, Id, User> {
  const provider: OIDCProvider<LogtoProfile, 'logto', StandardUser> = {
    id: 'logto',
    name: 'Logto',
    type: 'oidc',
    profile: (claims) => ({ ...openIDUser(claims), name: claims.name ?? claims.username ?? null }),
    style: { brandColor: '#5d34f2' },
  }
  return withOptions(provider, options)
}
