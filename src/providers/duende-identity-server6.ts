import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of a UserInfo response of Duende IdentityServer. @see https://docs.duendesoftware.com/identityserver/fundamentals/claims/ */
export interface DuendeIdentityServer6Profile extends OpenIDClaims {
  idp?: string
  amr?: string[]
}

/** What {@link duendeIdentityServer6} can be given in place of its defaults. */
export interface DuendeIdentityServer6Options<
  Id extends string = 'duende-identity-server6',
  User = StandardUser,
> extends OIDCOverrides<DuendeIdentityServer6Profile, Id, User, OpenIDEndpointParams> {
  /** `https://<host>`. Default: the environment variable `AUTH_DUENDE_IDENTITY_SERVER6_ISSUER`. */
  readonly issuer?: string | undefined
}

/**
 * Sign-in with Duende IdentityServer. Every option replaces a default, whole fields at a time.
 *
 * The profile comes from the UserInfo endpoint.
 *
 * @param options - Default: client id and secret from `AUTH_DUENDE_IDENTITY_SERVER6_ID` and `AUTH_DUENDE_IDENTITY_SERVER6_SECRET`, issuer from `AUTH_DUENDE_IDENTITY_SERVER6_ISSUER`, scope
 * `openid profile email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { duendeIdentityServer6 } from 'authwright/providers/duende-identity-server6'
 *
 * export const auth = createAuth().provider(duendeIdentityServer6()).build()
 * ```
 *
 * @see https://docs.duendesoftware.com/identityserver/fundamentals/claims/
 */
export function duendeIdentityServer6<
  const Id extends string = 'duende-identity-server6',
  User extends ProviderUser = StandardUser,
>(
  options: DuendeIdentityServer6Options<Id, User> = {},
): OIDCProvider<DuendeIdentityServer6Profile, Id, User> {
  const provider: OIDCProvider<DuendeIdentityServer6Profile, 'duende-identity-server6', StandardUser> = {
    id: 'duende-identity-server6',
    name: 'Duende IdentityServer',
    style: { brandColor: '#2d3a8c' },
    type: 'oidc',
    // IdentityServer leaves profile claims to the UserInfo endpoint, unless a client is configured otherwise.
    idToken: false,
    profile: openIDUser,
  }
  return withOptions(provider, options)
}
