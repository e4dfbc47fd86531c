import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of a UserInfo response of BankID Norway. @see https://developer.bankid.no/bankid-with-biometrics/ */
export interface BankIDNoProfile extends OpenIDClaims {
  bankid_altsub?: string
  originator?: string
}

/** What {@link bankidNo} can be given in place of its defaults. */
export interface BankIDNoOptions<Id extends string = 'bankid-no', User = StandardUser>
  extends OIDCOverrides<BankIDNoProfile, Id, User, OpenIDEndpointParams> {}

/**
 * Sign-in with BankID Norway. Every option replaces a default, whole fields at a time.
 *
 * The profile comes from the UserInfo endpoint.
 *
 * @param options - Default: client id and secret from `AUTH_BANKID_NO_ID` and `AUTH_BANKID_NO_SECRET`, scope
 * `openid profile email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { bankidNo } from 'authwright/providers/bankid-no'
 *
 * export const auth = createAuth().provider(bankidNo()).build()
 * ```
 *
 * @see https://developer.bankid.no/bankid-with-biometrics/
 */
export function bankidNo<const Id extends string = 'bankid-no', User extends ProviderUser = StandardUser>(
  options: BankIDNoOptions<Id, User> = {},
): OIDCProvider<BankIDNoProfile, Id, User> {
  const provider: OIDCProvider<BankIDNoProfile, 'bankid-no', StandardUser> = {
    id: 'bankid-no',
    name: 'BankID Norway',
    type: 'oidc',
    issuer: 'https://auth.bankid.no/auth/realms/prod',
    idToken: false,
    // The UserInfo response is a signed JWT.
    client: { userinfo_signed_response_alg: 'RS256' },
    authorization: { params: { scope: 'openid profile email', ui_locales: 'no', login_hint: 'BIS' } },
    profile: openIDUser,
    style: { brandColor: '#39134c' },
  }
  return withOptions(provider, options)
}
