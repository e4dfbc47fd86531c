import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of an ID token of Ory Hydra. @see https://www.ory.sh/docs/oauth2-oidc/userinfo-oidc */
export interface HydraProfile extends OpenIDClaims {
  /** The user name, of Ory Network. */
  username?: string
}

/** What {@link hydra} can be given in place of its defaults. */
export interface HydraOptions<Id extends string = 'hydra', User = StandardUser>
  extends OIDCOverrides<HydraProfile, Id, User, OpenIDEndpointParams> {
  /** https://<project>.projects.oryapis.com, or the address of your own server. Default: the environment variable `AUTH_HYDRA_ISSUER`. */
  readonly issuer?: string | undefined
}

/**
 * Sign-in with Ory Hydra. Every option replaces a default, whole fields at a time.
 *
 * Which claims there are is decided by the consent application.
 *
 * @param options - Default: client id and secret from `AUTH_HYDRA_ID` and `AUTH_HYDRA_SECRET`, issuer from `AUTH_HYDRA_ISSUER`, scope
 * `openid profile email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { hydra } from 'authwright/providers/hydra'
 *
 * export const auth = createAuth().provider(hydra()).build()
 * ```
 *
 * @see https://www.ory.sh/docs/oauth2-oidc/userinfo-oidc
 */
export function hydra<const Id extends string = 'hydra', User extends ProviderUser = StandardUser>(
  options: HydraOptions<Id, User> = {},
): OIDCProvider<HydraProfile, Id, User> {
  const provider: OIDCProvider<HydraProfile, 'hydra', StandardUser> = {
    id: 'hydra',
    name: 'Ory Hydra',
    type: 'oidc',
    profile: (claims) => {
      const user = openIDUser(claims)
      return { ...user, name: user.name ?? claims.username ?? null }
    },
    style: {
      brandColor: '#0f172a',
      mark: 'M12 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12m-6-.75V3l6-3 6 3v2.25l-6-3zm12 13.5V21l-6 3-6-3v-2.25l6 3z',
    },
  }
  return withOptions(provider, options)
}
