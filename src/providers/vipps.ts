import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of a UserInfo response of Vipps. @see https://developer.vippsmobilepay.com/docs/APIs/login-api/ */
export interface VippsProfile extends OpenIDClaims {
  sid?: string
  /** Present with the scope `address`. */
  addresses?: unknown[]
}

/** What {@link vipps} can be given in place of its defaults. */
export interface VippsOptions<Id extends string = 'vipps', User = StandardUser>
  extends OIDCOverrides<VippsProfile, Id, User, OpenIDEndpointParams> {}

/**
 * Sign-in with Vipps. Every option replaces a default, whole fields at a time.
 *
 * The profile comes from the UserInfo endpoint.
 *
 * @param options - Default: client id and secret from `AUTH_VIPPS_ID` and `AUTH_VIPPS_SECRET`, scope
 * `openid name email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { vipps } from 'authwright/providers/vipps'
 *
 * export const auth = createAuth().provider(vipps()).build()
 * ```
 *
 * @see https://developer.vippsmobilepay.com/docs/APIs/login-api/
 */
export function vipps<const Id extends string = 'vipps', User extends ProviderUser = StandardUser>(
  options: VippsOptions<Id, User> = {},
): OIDCProvider<VippsProfile, Id, User> {
  const provider: OIDCProvider<VippsProfile, 'vipps', StandardUser> = {
    id: 'vipps',
    name: 'Vipps',
    type: 'oidc',
    issuer: 'https://api.vipps.no/access-management-1.0/access/',
    idToken: false,
    authorization: { params: { scope: 'openid name email' } },
    profile: openIDUser,
    style: { brandColor: '#ff5b24' },
  }
  return withOptions(provider, options)
}
