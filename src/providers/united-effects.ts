import { defineOIDCProvider } from './kinds/define-provider.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'

/** The claims of United Effects's ID tokens. @see https://docs.unitedeffects.com/integrations/nextauthjs */
export interface UnitedEffectsProfile extends OpenIDClaims {
  group?: string
  /** Present with the scope `username`. */
  username?: string
  /** Always `true` for accounts of other identity providers, even if `email` is not verified. */
  verified?: boolean
}

/**
 * Sign-in with United Effects.
 *
 * The issuer is `https://auth.unitedeffects.com/<group>`. The parameter `resource` is the issuer, so that
 * the access token is a JWT for the API of the group.
 *
 * @see https://docs.unitedeffects.com/integrations/nextauthjs
 */
export const unitedEffects = defineOIDCProvider<UnitedEffectsProfile>()({
  id: 'united-effects',
  name: 'United Effects',
  authorization: { params: { scope: 'openid email profile', resource: '{issuer}' } },
  profile: openIDUser,
  style: { brandColor: '#1d3557' },
})
