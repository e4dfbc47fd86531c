import type { OpenIDParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of an ID token of Keycloak. @see https://www.keycloak.org/securing-apps/oidc-layers */
export interface KeycloakProfile extends OpenIDClaims {
  /** The session at Keycloak. */
  sid?: string
  acr?: string
}

/** What Keycloak documents for its authorization endpoint. @see https://www.keycloak.org/docs/latest/server_admin/#_client_suggested_idp */
export interface KeycloakAuthorizationParams extends OpenIDParams {
  /** The alias of the identity provider to sign in by, in place of the page of Keycloak. */
  kc_idp_hint?: string | undefined
  /** What the user must do first, such as `UPDATE_PASSWORD`. */
  kc_action?: string | undefined
}

/** What {@link keycloak} can be given in place of its defaults. */
export interface KeycloakOptions<Id extends string = 'keycloak', User = StandardUser>
  extends OIDCOverrides<KeycloakProfile, Id, User, KeycloakAuthorizationParams> {
  /** `https://<host>/realms/<realm>`. Default: the environment variable `AUTH_KEYCLOAK_ISSUER`. */
  readonly issuer?: string | undefined
}

/**
 * Sign-in with Keycloak. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_KEYCLOAK_ID` and `AUTH_KEYCLOAK_SECRET`, issuer from `AUTH_KEYCLOAK_ISSUER`, scope
 * `openid profile email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { keycloak } from 'authwright/providers/keycloak'
 *
 * export const auth = createAuth().provider(keycloak({ authorization: { params: { kc_idp_hint: 'github' } } })).build()
 * ```
 *
 * @see https://www.keycloak.org/securing-apps/oidc-layers
 */
export function keycloak<const Id extends string = 'keycloak', User extends ProviderUser = StandardUser>(
  options: KeycloakOptions<Id, User> = {},
): OIDCProvider<KeycloakProfile, Id, User, KeycloakAuthorizationParams> {
  const provider: OIDCProvider<KeycloakProfile, 'keycloak', StandardUser> = {
    id: 'keycloak',
    name: 'Keycloak',
    type: 'oidc',
    profile: openIDUser,
    style: {
      brandColor: '#428bca',
      mark: 'm18.742 1.182-12.493.002C4.155 4.784 2.079 8.393 0 12.002c2.071 3.612 4.162 7.214 6.252 10.816l12.49-.004 3.089-5.404h2.158v-.002H24L23.996 6.59h-2.168zM8.327 4.792h2.081l1.04 1.8-3.12 5.413 3.117 5.403-1.035 1.81H8.327a2047.566 2047.566 0 0 0-4.168-7.204C5.547 9.606 6.937 7.2 8.327 4.792Zm6.241 0 2.086.003c1.393 2.405 2.78 4.813 4.166 7.222l-4.167 7.2h-2.08c-.382-.562-1.038-1.808-1.038-1.808l3.123-5.405-3.124-5.413z',
    },
  }
  return withOptions(provider, options)
}
