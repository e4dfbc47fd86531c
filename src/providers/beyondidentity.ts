import { defineOIDCProvider } from './kinds/define-provider.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'

/** The claims of Beyond Identity's ID tokens. @see https://docs.beyondidentity.com/docs/next/add-an-application */
export interface BeyondIdentityProfile extends OpenIDClaims {}

/**
 * Sign-in with Beyond Identity.
 *
 * The issuer is
 * `https://auth-<region>.beyondidentity.com/v1/tenants/<tenant>/realms/<realm>/applications/<application>`.
 *
 * @see https://docs.beyondidentity.com/docs/next/add-an-application
 */
export const beyondidentity = defineOIDCProvider<BeyondIdentityProfile>()({
  id: 'beyondidentity',
  name: 'Beyond Identity',
  profile: openIDUser,
  style: { brandColor: '#5077c5' },
})
