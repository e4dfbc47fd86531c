import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of an ID token of Frontegg. @see https://developers.frontegg.com/guides/env-settings/hosted-embedded/oidc */
export interface FronteggProfile extends OpenIDClaims {
  tenantId?: string
  tenantIds?: string[]
  roles?: string[]
  permissions?: string[]
  profilePictureUrl?: string | null
}

/** What {@link frontegg} can be given in place of its defaults. */
export interface FronteggOptions<Id extends string = 'frontegg', User = StandardUser>
  extends OIDCOverrides<FronteggProfile, Id, User, OpenIDEndpointParams> {
  /** `https://<subdomain>.frontegg.com`. Default: the environment variable `AUTH_FRONTEGG_ISSUER`. */
  readonly issuer?: string | undefined
}

/**
 * Sign-in with Frontegg. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_FRONTEGG_ID` and `AUTH_FRONTEGG_SECRET`, issuer from `AUTH_FRONTEGG_ISSUER`, scope
 * `openid profile email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { frontegg } from 'authwright/providers/frontegg'
 *
 * export const auth = createAuth().provider(frontegg()).build()
 * ```
 *
 * @see https://developers.frontegg.com/guides/env-settings/hosted-embedded/oidc
 */
export function frontegg<const Id extends string = 'frontegg', User extends ProviderUser = StandardUser>(
  options: FronteggOptions<Id, User> = {},
): OIDCProvider<FronteggProfile, Id, User> {
  const provider: OIDCProvider<FronteggProfile, 'frontegg', StandardUser> = {
    id: 'frontegg',
    name: 'Frontegg',
    type: 'oidc',
    profile: (claims) => ({
      ...openIDUser(claims),
      image: claims.picture ?? claims.profilePictureUrl ?? null,
    }),
    style: { brandColor: '#36373c' },
  }
  return withOptions(provider, options)
}
