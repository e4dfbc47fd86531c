import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of an ID token of Descope. @see https://docs.descope.com/getting-started/oidc-endpoints */
export interface DescopeProfile extends OpenIDClaims {
  /** The tenants of the user, with roles and permissions by tenant id. */
  tenants?: Record<string, unknown>
}

/** What {@link descope} can be given in place of its defaults. */
export interface DescopeOptions<Id extends string = 'descope', User = StandardUser>
  extends OIDCOverrides<DescopeProfile, Id, User, OpenIDEndpointParams> {
  /** `https://api.descope.com/<project id>`. Default: the environment variable `AUTH_DESCOPE_ISSUER`. */
  readonly issuer?: string | undefined
}

/**
 * Sign-in with Descope. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_DESCOPE_ID` and `AUTH_DESCOPE_SECRET`, issuer from `AUTH_DESCOPE_ISSUER`, scope
 * `openid profile email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { descope } from 'authwright/providers/descope'
 *
 * export const auth = createAuth().provider(descope()).build()
 * ```
 *
 * @see https://docs.descope.com/getting-started/oidc-endpoints
 */
export function descope<const Id extends string = 'descope', User extends ProviderUser = StandardUser>(
  options: DescopeOptions<Id, User> = {},
): OIDCProvider<DescopeProfile, Id, User> {
  const provider: OIDCProvider<DescopeProfile, 'descope', StandardUser> = {
    id: 'descope',
    name: 'Descope',
    type: 'oidc',
    profile: openIDUser,
    style: { brandColor: '#1c1c23' },
  }
  return withOptions(provider, options)
}
