import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of a UserInfo response of IdentityServer4. @see https://identityserver4.readthedocs.io/en/latest/topics/resources.html */
export interface IdentityServer4Profile extends OpenIDClaims {
  idp?: string
  amr?: string[]
}

/** What {@link identityServer4} can be given in place of its defaults. */
export interface IdentityServer4Options<Id extends string = 'identity-server4', User = StandardUser>
  extends OIDCOverrides<IdentityServer4Profile, Id, User, OpenIDEndpointParams> {
  /** `https://<host>`. Default: the environment variable `AUTH_IDENTITY_SERVER4_ISSUER`. */
  readonly issuer?: string | undefined
}

/**
 * Sign-in with IdentityServer4. Every option replaces a default, whole fields at a time.
 *
 * The profile comes from the UserInfo endpoint. IdentityServer4 has had no support since the end of 2022; its successor is `duendeIdentityServer6`.
 *
 * @param options - Default: client id and secret from `AUTH_IDENTITY_SERVER4_ID` and `AUTH_IDENTITY_SERVER4_SECRET`, issuer from `AUTH_IDENTITY_SERVER4_ISSUER`, scope
 * `openid profile email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { identityServer4 } from 'authwright/providers/identity-server4'
 *
 * export const auth = createAuth().provider(identityServer4()).build()
 * ```
 *
 * @see https://identityserver4.readthedocs.io/en/latest/topics/resources.html
 */
export function identityServer4<
  const Id extends string = 'identity-server4',
  User extends ProviderUser = StandardUser,
>(options: IdentityServer4Options<Id, User> = {}): OIDCProvider<IdentityServer4Profile, Id, User> {
  const provider: OIDCProvider<IdentityServer4Profile, 'identity-server4', StandardUser> = {
    id: 'identity-server4',
    name: 'IdentityServer4',
    style: { brandColor: '#2d3a8c' },
    type: 'oidc',
    // IdentityServer leaves profile claims to the UserInfo endpoint, unless a client is configured otherwise.
    idToken: false,
    profile: openIDUser,
  }
  return withOptions(provider, options)
}
