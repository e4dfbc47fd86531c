import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of an ID token of FusionAuth. @see https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/tokens */
export interface FusionAuthProfile extends OpenIDClaims {
  applicationId?: string
  /** The tenant. */
  tid?: string
  roles?: string[]
  authenticationType?: string
}

/** What {@link fusionauth} can be given in place of its defaults. */
export interface FusionAuthOptions<Id extends string = 'fusionauth', User = StandardUser>
  extends OIDCOverrides<FusionAuthProfile, Id, User, OpenIDEndpointParams> {
  /** `https://<host>`. Default: the environment variable `AUTH_FUSIONAUTH_ISSUER`. */
  readonly issuer?: string | undefined
}

/**
 * Sign-in with FusionAuth. Every option replaces a default, whole fields at a time.
 *
 * The issuer is the one of the tenant, as its page in FusionAuth shows it.
 *
 * @param options - Default: client id and secret from `AUTH_FUSIONAUTH_ID` and `AUTH_FUSIONAUTH_SECRET`, issuer from `AUTH_FUSIONAUTH_ISSUER`, scope
 * `openid profile email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { fusionauth } from 'authwright/providers/fusionauth'
 *
 * export const auth = createAuth().provider(fusionauth()).build()
 * ```
 *
 * @see https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/tokens
 */
export function fusionauth<const Id extends string = 'fusionauth', User extends ProviderUser = StandardUser>(
  options: FusionAuthOptions<Id, User> = {},
): OIDCProvider<FusionAuthProfile, Id, User> {
  const provider: OIDCProvider<FusionAuthProfile, 'fusionauth', StandardUser> = {
    id: 'fusionauth',
    name: 'FusionAuth',
    type: 'oidc',
    profile: openIDUser,
    style: { brandColor: '#f58320' },
  }
  return withOptions(provider, options)
}
