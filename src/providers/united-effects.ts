import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of an ID token of United Effects. @see https://docs.unitedeffects.com/integrations/nextauthjs */
export interface UnitedEffectsProfile extends OpenIDClaims {
  /** The group of the account. */
  group?: string
  /** Present with the scope `username`. */
  username?: string
  /** Whether the account is verified. Accounts of other identity providers always are, so it says nothing of `email`. */
  verified?: boolean
}

/** What {@link unitedEffects} can be given in place of its defaults. */
export interface UnitedEffectsOptions<Id extends string = 'united-effects', User = StandardUser>
  extends OIDCOverrides<UnitedEffectsProfile, Id, User, OpenIDEndpointParams> {
  /** `https://auth.unitedeffects.com/<group>`, with or without a slash at its end. Default: the environment variable `AUTH_UNITED_EFFECTS_ISSUER`. */
  readonly issuer?: string | undefined
}

/**
 * Sign-in with United Effects. Every option replaces a default, whole fields at a time.
 *
 * The parameter `resource` is the issuer, so that the access token is a JWT for the API of the group.
 *
 * @param options - Default: client id and secret from `AUTH_UNITED_EFFECTS_ID` and `AUTH_UNITED_EFFECTS_SECRET`, issuer from `AUTH_UNITED_EFFECTS_ISSUER`, scope `openid email profile`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { unitedEffects } from 'authwright/providers/united-effects'
 *
 * export const auth = createAuth().provider(unitedEffects()).build()
 * ```
 *
 * @see https://docs.unitedeffects.com/integrations/nextauthjs
 */
export function unitedEffects<
  const Id extends string = 'united-effects',
  User extends ProviderUser = StandardUser,
>(options: UnitedEffectsOptions<Id, User> = {}): OIDCProvider<UnitedEffectsProfile, Id, User> {
  const provider: OIDCProvider<UnitedEffectsProfile, 'united-effects', StandardUser> = {
    id: 'united-effects',
    name: 'United Effects',
    type: 'oidc',
    authorization: { params: { scope: 'openid email profile', resource: '{issuer}' } },
    profile: openIDUser,
    style: { brandColor: '#1d3557' },
  }
  return withOptions(provider, options)
}
