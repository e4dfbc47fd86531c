import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of an ID token of Authentik. @see https://docs.goauthentik.io/add-secure-apps/providers/oauth2/ */
export interface AuthentikProfile extends OpenIDClaims {
  /** The names of the groups of the user. */
  groups?: string[]
}

/** What {@link authentik} can be given in place of its defaults. */
export interface AuthentikOptions<Id extends string = 'authentik', User = StandardUser>
  extends OIDCOverrides<AuthentikProfile, Id, User, OpenIDEndpointParams> {
  /** `https://<host>/application/o/<application>/`. Default: the environment variable `AUTH_AUTHENTIK_ISSUER`. */
  readonly issuer?: string | undefined
}

/**
 * Sign-in with Authentik. Every option replaces a default, whole fields at a time.
 *
 * The issuer is the one that the provider's page in authentik shows, with its slash at the end.
 *
 * @param options - Default: client id and secret from `AUTH_AUTHENTIK_ID` and `AUTH_AUTHENTIK_SECRET`, issuer from `AUTH_AUTHENTIK_ISSUER`, scope
 * `openid profile email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { authentik } from 'authwright/providers/authentik'
 *
 * export const auth = createAuth().provider(authentik()).build()
 * ```
 *
 * @see https://docs.goauthentik.io/add-secure-apps/providers/oauth2/
 */
export function authentik<const Id extends string = 'authentik', User extends ProviderUser = StandardUser>(
  options: AuthentikOptions<Id, User> = {},
): OIDCProvider<AuthentikProfile, Id, User> {
  const provider: OIDCProvider<AuthentikProfile, 'authentik', StandardUser> = {
    id: 'authentik',
    name: 'Authentik',
    type: 'oidc',
    profile: openIDUser,
    style: { brandColor: '#fd4b2d' },
  }
  return withOptions(provider, options)
}
