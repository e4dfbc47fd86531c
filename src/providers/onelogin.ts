import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of an ID token of OneLogin. @see https://developers.onelogin.com/openid-connect */
export interface OneLoginProfile extends OpenIDClaims {
  /** Present with the scope `groups`. */
  groups?: string[]
  /** Custom parameters of the application. */
  params?: Record<string, unknown>
}

/** What {@link onelogin} can be given in place of its defaults. */
export interface OneLoginOptions<Id extends string = 'onelogin', User = StandardUser>
  extends OIDCOverrides<OneLoginProfile, Id, User, OpenIDEndpointParams> {
  /** `https://<subdomain>.onelogin.com/oidc/2`. Default: the environment variable `AUTH_ONELOGIN_ISSUER`. */
  readonly issuer?: string | undefined
}

/**
 * Sign-in with OneLogin. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_ONELOGIN_ID` and `AUTH_ONELOGIN_SECRET`, issuer from `AUTH_ONELOGIN_ISSUER`, scope
 * `openid profile email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { onelogin } from 'authwright/providers/onelogin'
 *
 * export const auth = createAuth().provider(onelogin()).build()
 * ```
 *
 * @see https://developers.onelogin.com/openid-connect
 */
export function onelogin<const Id extends string = 'onelogin', User extends ProviderUser = StandardUser>(
  options: OneLoginOptions<Id, User> = {},
): OIDCProvider<OneLoginProfile, Id, User> {
  const provider: OIDCProvider<OneLoginProfile, 'onelogin', StandardUser> = {
    id: 'onelogin',
    name: 'OneLogin',
    type: 'oidc',
    profile: openIDUser,
    style: { brandColor: '#1c1f2a' },
  }
  return withOptions(provider, options)
}
