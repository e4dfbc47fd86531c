import { defineOIDCProvider } from './kinds/define-provider.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'

/** The claims of LinkedIn's ID tokens. @see https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2 */
export interface LinkedInProfile extends OpenIDClaims {}

/**
 * Sign-in with LinkedIn.
 *
 * The application needs the product "Sign In with LinkedIn using OpenID Connect".
 *
 * @see https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
 */
export const linkedin = defineOIDCProvider<LinkedInProfile>()({
  id: 'linkedin',
  name: 'LinkedIn',
  issuer: 'https://www.linkedin.com/oauth',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  // LinkedIn returns no `nonce`, and supports PKCE for native applications only.
  checks: ['state'],
  profile: openIDUser,
  // LinkedIn has sent `email_verified` as a string: https://github.com/logto-io/logto/issues/6843
  verifiedEmail: ({ email, email_verified }) => (String(email_verified) === 'true' ? email : null),
  style: { brandColor: '#0a66c2' },
})
