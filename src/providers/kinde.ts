import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of an ID token of Kinde. @see https://docs.kinde.com/build/tokens/about-id-tokens/ */
export interface KindeProfile extends OpenIDClaims {
  /** The organizations of the user. */
  org_codes?: string[]
}

/** What {@link kinde} can be given in place of its defaults. */
export interface KindeOptions<Id extends string = 'kinde', User = StandardUser>
  extends OIDCOverrides<KindeProfile, Id, User, OpenIDEndpointParams> {
  /** `https://<subdomain>.kinde.com`. Default: the environment variable `AUTH_KINDE_ISSUER`. */
  readonly issuer?: string | undefined
}

/**
 * Sign-in with Kinde. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_KINDE_ID` and `AUTH_KINDE_SECRET`, issuer from `AUTH_KINDE_ISSUER`, scope
 * `openid profile email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { kinde } from 'authwright/providers/kinde'
 *
 * export const auth = createAuth().provider(kinde({ authorization: { params: { org_code: 'org_1a2b' } } })).build()
 * ```
 *
 * @see https://docs.kinde.com/build/tokens/about-id-tokens/
 */
export function kinde<const Id extends string = 'kinde', User extends ProviderUser = StandardUser>(
  options: KindeOptions<Id, User> = {},
): OIDCProvider<KindeProfile, Id, User> {
  const provider: OIDCProvider<KindeProfile, 'kinde', StandardUser> = {
    id: 'kinde',
    name: 'Kinde',
    type: 'oidc',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: openIDUser,
    style: { brandColor: '#0f0f0f' },
  }
  return withOptions(provider, options)
}
