import { defineOIDCProvider } from './kinds/define-provider.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'

/** The claims of BankID Norway's UserInfo responses. @see https://developer.bankid.no/bankid-with-biometrics/ */
export interface BankIDNoProfile extends OpenIDClaims {
  bankid_altsub?: string
  originator?: string
}

/**
 * Sign-in with BankID Norway.
 *
 * The profile comes from the UserInfo endpoint.
 *
 * @see https://developer.bankid.no/bankid-with-biometrics/
 */
export const bankidNo = defineOIDCProvider<BankIDNoProfile>()({
  id: 'bankid-no',
  name: 'BankID Norway',
  issuer: 'https://auth.bankid.no/auth/realms/prod',
  idToken: false,
  client: { userinfo_signed_response_alg: 'RS256' },
  authorization: { params: { scope: 'openid profile email', ui_locales: 'no', login_hint: 'BIS' } },
  profile: openIDUser,
  style: { brandColor: '#39134c' },
})
