import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of an ID token of Roblox. @see https://create.roblox.com/docs/cloud/auth/oauth2-reference */
export interface RobloxProfile extends OpenIDClaims {
  /** When the account was created, in seconds since 1970. */
  created_at?: number
}

/** What {@link roblox} can be given in place of its defaults. */
export interface RobloxOptions<Id extends string = 'roblox', User = StandardUser>
  extends OIDCOverrides<RobloxProfile, Id, User, OpenIDEndpointParams> {}

/**
 * Sign-in with Roblox. Every option replaces a default, whole fields at a time.
 *
 * Roblox gives no e-mail address.
 *
 * @param options - Default: client id and secret from `AUTH_ROBLOX_ID` and `AUTH_ROBLOX_SECRET`, scope
 * `openid profile`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { roblox } from 'authwright/providers/roblox'
 *
 * export const auth = createAuth().provider(roblox()).build()
 * ```
 *
 * @see https://create.roblox.com/docs/cloud/auth/oauth2-reference
 */
export function roblox<const Id extends string = 'roblox', User extends ProviderUser = StandardUser>(
  options: RobloxOptions<Id, User> = {},
): OIDCProvider<RobloxProfile, Id, User> {
  const provider: OIDCProvider<RobloxProfile, 'roblox', StandardUser> = {
    id: 'roblox',
    name: 'Roblox',
    type: 'oidc',
    issuer: 'https://apis.roblox.com/oauth/',
    authorization: { params: { scope: 'openid profile' } },
    profile: openIDUser,
    style: {
      brandColor: '#335fff',
      mark: 'M18.926 23.998 0 18.892 5.075.002 24 5.108ZM15.348 10.09l-5.282-1.453-1.414 5.273 5.282 1.453z',
    },
  }
  return withOptions(provider, options)
}
