import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of an ID token of Asgardeo. @see https://wso2.com/asgardeo/docs/guides/authentication/oidc/discover-oidc-configs/ */
export interface AsgardeoProfile extends OpenIDClaims {
  /** Present with the scope `groups`. */
  groups?: string[]
  org_id?: string
  org_name?: string
  username?: string
}

/** What {@link asgardeo} can be given in place of its defaults. */
export interface AsgardeoOptions<Id extends string = 'asgardeo', User = StandardUser>
  extends OIDCOverrides<AsgardeoProfile, Id, User, OpenIDEndpointParams> {
  /** `https://api.asgardeo.io/t/<organization>/oauth2/token`. Default: the environment variable `AUTH_ASGARDEO_ISSUER`. */
  readonly issuer?: string | undefined
}

/**
 * Sign-in with Asgardeo. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_ASGARDEO_ID` and `AUTH_ASGARDEO_SECRET`, issuer from `AUTH_ASGARDEO_ISSUER`, scope
 * `openid profile email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { asgardeo } from 'authwright/providers/asgardeo'
 *
 * export const auth = createAuth().provider(asgardeo()).build()
 * ```
 *
 * @see https://wso2.com/asgardeo/docs/guides/authentication/oidc/discover-oidc-configs/
 */
export function asgardeo<const Id extends string = 'asgardeo', User extends ProviderUser = StandardUser>(
  options: AsgardeoOptions<Id, User> = {},
): OIDCProvider<AsgardeoProfile, Id, User> {
  const provider: OIDCProvider<AsgardeoProfile, 'asgardeo', StandardUser> = {
    id: 'asgardeo',
    name: 'Asgardeo',
    type: 'oidc',
    profile: openIDUser,
    style: { brandColor: '#ff7300' },
  }
  return withOptions(provider, options)
}
