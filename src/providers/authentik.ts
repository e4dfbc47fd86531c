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
    style: {
      brandColor: '#fd4b2d',
      mark: 'M13.96 9.01h-.84V7.492h-1.234v3.663H5.722c.34.517.538.982.538 1.152 0 .46-1.445 3.059-3.197 3.059C.8 15.427-.745 12.8.372 10.855a3.062 3.062 0 0 1 2.691-1.606c1.04 0 1.971.915 2.557 1.755V6.577a3.773 3.773 0 0 1 3.77-3.769h10.84C22.31 2.808 24 4.5 24 6.577v10.845a3.773 3.773 0 0 1-3.77 3.769h-1.6V17.5h-7.64v3.692h-1.6a3.773 3.773 0 0 1-3.77-3.769v-3.41h12.114v-6.52h-1.59v.893h-.84v-.893H13.96v1.516Zm-9.956 1.845c-.662-.703-1.578-.544-2.209 0-2.105 2.054 1.338 5.553 3.302 1.447a5.395 5.395 0 0 0-1.093-1.447Z',
    },
  }
  return withOptions(provider, options)
}
