import { defineOIDCProvider } from './kinds/define-provider.js'
import { keycloakMark } from './kinds/logos.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { OpenIDParams } from './kinds/openid-params.js'
import type { StandardUser } from './kinds/standard-user.js'

/** The claims of Keycloak's ID tokens. @see https://www.keycloak.org/securing-apps/oidc-layers */
export interface KeycloakProfile extends OpenIDClaims {
  sid?: string
  /**
   * The level of authentication. By default, `1` after a sign-in, and `0` if an existing session was used. The realm can define other
   * levels.
   */
  acr?: string
}

/** The parameters of Keycloak's authorization endpoint. @see https://www.keycloak.org/docs/latest/server_admin/#_client_suggested_idp */
export interface KeycloakAuthorizationParams extends OpenIDParams {
  /** The alias of the identity provider to sign in with, instead of the page of Keycloak. */
  kc_idp_hint?: string | undefined
  /** An action that the user must take first, such as `UPDATE_PASSWORD`. */
  kc_action?: string | undefined
}

/**
 * Sign-in with Keycloak.
 *
 * The issuer is `https://<host>/realms/<realm>`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { keycloak } from 'authwright/providers/keycloak'
 *
 * export const auth = createAuth()
 *   .provider(keycloak({ authorization: { params: { kc_idp_hint: 'github' } } }))
 *   .build()
 * ```
 *
 * @see https://www.keycloak.org/securing-apps/oidc-layers
 */
export const keycloak = defineOIDCProvider<KeycloakProfile, StandardUser, KeycloakAuthorizationParams>()({
  id: 'keycloak',
  name: 'Keycloak',
  profile: openIDUser,
  style: { brandColor: '#428bca', mark: keycloakMark },
})
