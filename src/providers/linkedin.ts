import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of an ID token of LinkedIn. @see https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2 */
export interface LinkedInProfile extends OpenIDClaims {}

/** What {@link linkedin} can be given in place of its defaults. */
export interface LinkedInOptions<Id extends string = 'linkedin', User = StandardUser>
  extends OIDCOverrides<LinkedInProfile, Id, User, OpenIDEndpointParams> {}

/**
 * Sign-in with LinkedIn. Every option replaces a default, whole fields at a time.
 *
 * The application needs the product "Sign In with LinkedIn using OpenID Connect".
 *
 * @param options - Default: client id and secret from `AUTH_LINKEDIN_ID` and `AUTH_LINKEDIN_SECRET`, scope
 * `openid profile email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { linkedin } from 'authwright/providers/linkedin'
 *
 * export const auth = createAuth().provider(linkedin()).build()
 * ```
 *
 * @see https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
 */
export function linkedin<const Id extends string = 'linkedin', User extends ProviderUser = StandardUser>(
  options: LinkedInOptions<Id, User> = {},
): OIDCProvider<LinkedInProfile, Id, User> {
  const provider: OIDCProvider<LinkedInProfile, 'linkedin', StandardUser> = {
    id: 'linkedin',
    name: 'LinkedIn',
    type: 'oidc',
    issuer: 'https://www.linkedin.com/oauth',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    // LinkedIn returns no `nonce`, and supports PKCE for native applications only.
    checks: ['state'],
    profile: openIDUser,
    style: { brandColor: '#0a66c2' },
  }
  return withOptions(provider, options)
}
