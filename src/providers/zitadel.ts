import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of a UserInfo response of ZITADEL. @see https://zitadel.com/docs/apis/openidoauth/claims */
export interface ZitadelProfile extends OpenIDClaims {
  /** The organization of the user. */
  'urn:zitadel:iam:user:resourceowner:id'?: string
  'urn:zitadel:iam:user:resourceowner:name'?: string
  /** The roles of the user, with the organizations that granted them. */
  'urn:zitadel:iam:org:project:roles'?: Record<string, Record<string, string>>
}

/** What {@link zitadel} can be given in place of its defaults. */
export interface ZitadelOptions<Id extends string = 'zitadel', User = StandardUser>
  extends OIDCOverrides<ZitadelProfile, Id, User, OpenIDEndpointParams> {
  /** https://<instance>.zitadel.cloud, or the address of your own instance. Default: the environment variable `AUTH_ZITADEL_ISSUER`. */
  readonly issuer?: string | undefined
}

/**
 * Sign-in with ZITADEL. Every option replaces a default, whole fields at a time.
 *
 * The profile comes from the UserInfo endpoint.
 *
 * @param options - Default: client id and secret from `AUTH_ZITADEL_ID` and `AUTH_ZITADEL_SECRET`, issuer from `AUTH_ZITADEL_ISSUER`, scope
 * `openid profile email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { zitadel } from 'authwright/providers/zitadel'
 *
 * export const auth = createAuth().provider(zitadel()).build()
 * ```
 *
 * @see https://zitadel.com/docs/apis/openidoauth/claims
 */
export function zitadel<const Id extends string = 'zitadel', User extends ProviderUser = StandardUser>(
  options: ZitadelOptions<Id, User> = {},
): OIDCProvider<ZitadelProfile, Id, User> {
  const provider: OIDCProvider<ZitadelProfile, 'zitadel', StandardUser> = {
    id: 'zitadel',
    name: 'ZITADEL',
    type: 'oidc',
    // An ID token has no profile claims unless the application is configured so.
    idToken: false,
    profile: openIDUser,
    style: { brandColor: '#5282c1' },
  }
  return withOptions(provider, options)
}
