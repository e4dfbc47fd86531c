import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of an ID token of Beyond Identity. @see https://docs.beyondidentity.com/docs/next/add-an-application */
export interface BeyondIdentityProfile extends OpenIDClaims {}

/** What {@link beyondidentity} can be given in place of its defaults. */
export interface BeyondIdentityOptions<Id extends string = 'beyondidentity', User = StandardUser>
  extends OIDCOverrides<BeyondIdentityProfile, Id, User, OpenIDEndpointParams> {
  /** `https://auth-<region>.beyondidentity.com/v1/tenants/<tenant>/realms/<realm>/applications/<application>`. Default: the environment variable `AUTH_BEYONDIDENTITY_ISSUER`. */
  readonly issuer?: string | undefined
}

/**
 * Sign-in with Beyond Identity. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_BEYONDIDENTITY_ID` and `AUTH_BEYONDIDENTITY_SECRET`, issuer from `AUTH_BEYONDIDENTITY_ISSUER`, scope
 * `openid profile email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { beyondidentity } from 'authwright/providers/beyondidentity'
 *
 * export const auth = createAuth().provider(beyondidentity()).build()
 * ```
 *
 * @see https://docs.beyondidentity.com/docs/next/add-an-application
 */
export function beyondidentity<
  const Id extends string = 'beyondidentity',
  User extends ProviderUser = StandardUser,
>(options: BeyondIdentityOptions<Id, User> = {}): OIDCProvider<BeyondIdentityProfile, Id, User> {
  const provider: OIDCProvider<BeyondIdentityProfile, 'beyondidentity', StandardUser> = {
    id: 'beyondidentity',
    name: 'Beyond Identity',
    type: 'oidc',
    profile: openIDUser,
    style: { brandColor: '#5077c5' },
  }
  return withOptions(provider, options)
}
