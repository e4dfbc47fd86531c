import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of an ID token of SimpleLogin. @see https://simplelogin.io/docs/siwsl/user-info/ */
export interface SimpleLoginProfile extends OpenIDClaims {
  avatar_url?: string | null
}

/** What {@link simplelogin} can be given in place of its defaults. */
export interface SimpleLoginOptions<Id extends string = 'simplelogin', User = StandardUser>
  extends OIDCOverrides<SimpleLoginProfile, Id, User, OpenIDEndpointParams> {}

/**
 * Sign-in with SimpleLogin. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_SIMPLELOGIN_ID` and `AUTH_SIMPLELOGIN_SECRET`, scope
 * `openid profile email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { simplelogin } from 'authwright/providers/simplelogin'
 *
 * export const auth = createAuth().provider(simplelogin()).build()
 * ```
 *
 * @see https://simplelogin.io/docs/siwsl/user-info/
 */
export function simplelogin<
  const Id extends string = 'simplelogin',
  User extends ProviderUser = StandardUser,
>(options: SimpleLoginOptions<Id, User> = {}): OIDCProvider<SimpleLoginProfile, Id, User> {
  const provider: OIDCProvider<SimpleLoginProfile, 'simplelogin', StandardUser> = {
    id: 'simplelogin',
    name: 'SimpleLogin',
    type: 'oidc',
    issuer: 'https://app.simplelogin.io',
    profile: (claims) => ({ ...openIDUser(claims), image: claims.avatar_url ?? null }),
    style: { brandColor: '#be1e75' },
  }
  return withOptions(provider, options)
}
