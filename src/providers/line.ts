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
    style: { brandColor: '#06c755' },
  }
  return withOptions(provider, options)
}
