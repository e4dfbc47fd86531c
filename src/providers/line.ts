import { defineOIDCProvider } from './kinds/define-provider.js'
import { lineMark } from './kinds/logos.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'

/** The claims of LINE's ID tokens. @see https://developers.line.biz/en/docs/line-login/verify-id-token/ */
export interface LineProfile extends OpenIDClaims {
  /** How the user authenticated: `pwd`, `lineautologin`, `lineqr`, `linesso` or `mfa`. */
  amr?: string[]
}

/**
 * Sign-in with LINE.
 *
 * The scope `email` needs a permission that you request for the channel in the LINE Developers Console.
 *
 * @see https://developers.line.biz/en/docs/line-login/verify-id-token/
 */
export const line = defineOIDCProvider<LineProfile>()({
  id: 'line',
  name: 'LINE',
  issuer: 'https://access.line.me',
  // LINE signs ID tokens of web applications with the channel secret, which has 32 characters.
  client: { id_token_signed_response_alg: 'HS256', token_endpoint_auth_method: 'client_secret_post' },
  profile: openIDUser,
  style: { brandColor: '#06c755', mark: lineMark },
})
