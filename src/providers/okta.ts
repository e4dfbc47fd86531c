import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of an ID token of Okta. @see https://developer.okta.com/docs/api/openapi/okta-oauth/guides/overview/ */
export interface OktaProfile extends OpenIDClaims {
  /** The identity provider that authenticated the user. */
  idp?: string
  amr?: string[]
  ver?: number
}

/** What {@link okta} can be given in place of its defaults. */
export interface OktaOptions<Id extends string = 'okta', User = StandardUser>
  extends OIDCOverrides<OktaProfile, Id, User, OpenIDEndpointParams> {
  /** https://<organization>.okta.com, or with an authorization server https://<organization>.okta.com/oauth2/<id>. Default: the environment variable `AUTH_OKTA_ISSUER`. */
  readonly issuer?: string | undefined
}

/**
 * Sign-in with Okta. Every option replaces a default, whole fields at a time.
 *
 * @param options - Default: client id and secret from `AUTH_OKTA_ID` and `AUTH_OKTA_SECRET`, issuer from `AUTH_OKTA_ISSUER`, scope
 * `openid profile email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { okta } from 'authwright/providers/okta'
 *
 * export const auth = createAuth().provider(okta({ authorization: { params: { scope: 'openid profile email groups' } } })).build()
 * ```
 *
 * @see https://developer.okta.com/docs/api/openapi/okta-oauth/guides/overview/
 */
export function okta<const Id extends string = 'okta', User extends ProviderUser = StandardUser>(
  options: OktaOptions<Id, User> = {},
): OIDCProvider<OktaProfile, Id, User> {
  const provider: OIDCProvider<OktaProfile, 'okta', StandardUser> = {
    id: 'okta',
    name: 'Okta',
    type: 'oidc',
    profile: openIDUser,
    style: {
      brandColor: '#00297a',
      mark: 'M12 0C5.389 0 0 5.35 0 12s5.35 12 12 12 12-5.35 12-12S18.611 0 12 0zm0 18c-3.325 0-6-2.675-6-6s2.675-6 6-6 6 2.675 6 6-2.675 6-6 6z',
    },
  }
  return withOptions(provider, options)
}
