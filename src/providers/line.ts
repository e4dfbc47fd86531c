import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of an ID token of LINE. @see https://developers.line.biz/en/docs/line-login/verify-id-token/ */
export interface LineProfile extends OpenIDClaims {
  /** How the user authenticated: `pwd`, `lineautologin`, `lineqr`, `linesso` or `mfa`. */
  amr?: string[]
}

/** What {@link line} can be given in place of its defaults. */
export interface LineOptions<Id extends string = 'line', User = StandardUser>
  extends OIDCOverrides<LineProfile, Id, User, OpenIDEndpointParams> {}

/**
 * Sign-in with LINE. Every option replaces a default, whole fields at a time.
 *
 * The scope `email` needs a permission that the channel requests in the LINE Developers Console.
 *
 * @param options - Default: client id and secret from `AUTH_LINE_ID` and `AUTH_LINE_SECRET`, scope
 * `openid profile email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { line } from 'authwright/providers/line'
 *
 * export const auth = createAuth().provider(line()).build()
 * ```
 *
 * @see https://developers.line.biz/en/docs/line-login/verify-id-token/
 */
export function line<const Id extends string = 'line', User extends ProviderUser = StandardUser>(
  options: LineOptions<Id, User> = {},
): OIDCProvider<LineProfile, Id, User> {
  const provider: OIDCProvider<LineProfile, 'line', StandardUser> = {
    id: 'line',
    name: 'LINE',
    type: 'oidc',
    issuer: 'https://access.line.me',
    // LINE signs ID tokens of web applications with the channel secret, which has 32 characters.
    client: { id_token_signed_response_alg: 'HS256', token_endpoint_auth_method: 'client_secret_post' },
    profile: openIDUser,
    style: {
      brandColor: '#06c755',
      mark: 'M19.365 9.863c.349 0 .63.285.63.631 0 .345-.281.63-.63.63H17.61v1.125h1.755c.349 0 .63.283.63.63 0 .344-.281.629-.63.629h-2.386c-.345 0-.627-.285-.627-.629V8.108c0-.345.282-.63.63-.63h2.386c.346 0 .627.285.627.63 0 .349-.281.63-.63.63H17.61v1.125h1.755zm-3.855 3.016c0 .27-.174.51-.432.596-.064.021-.133.031-.199.031-.211 0-.391-.09-.51-.25l-2.443-3.317v2.94c0 .344-.279.629-.631.629-.346 0-.626-.285-.626-.629V8.108c0-.27.173-.51.43-.595.06-.023.136-.033.194-.033.195 0 .375.104.495.254l2.462 3.33V8.108c0-.345.282-.63.63-.63.345 0 .63.285.63.63v4.771zm-5.741 0c0 .344-.282.629-.631.629-.345 0-.627-.285-.627-.629V8.108c0-.345.282-.63.63-.63.346 0 .628.285.628.63v4.771zm-2.466.629H4.917c-.345 0-.63-.285-.63-.629V8.108c0-.345.285-.63.63-.63.348 0 .63.285.63.63v4.141h1.756c.348 0 .629.283.629.63 0 .344-.282.629-.629.629M24 10.314C24 4.943 18.615.572 12 .572S0 4.943 0 10.314c0 4.811 4.27 8.842 10.035 9.608.391.082.923.258 1.058.59.12.301.079.766.038 1.08l-.164 1.02c-.045.301-.24 1.186 1.049.645 1.291-.539 6.916-4.078 9.436-6.975C23.176 14.393 24 12.458 24 10.314',
    },
  }
  return withOptions(provider, options)
}
