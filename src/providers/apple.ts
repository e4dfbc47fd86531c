import type { OpenIDEndpointParams } from './kinds/authorization-params.js'
import type { ClientSecretKey } from './kinds/oauth.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/**
 * The claims of Apple's ID tokens, and the name of the first sign-in.
 *
 * @see https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple
 */
export interface AppleProfile {
  iss: string
  aud: string
  iat: number
  exp: number
  /** Identifies the user for all applications of one team. */
  sub: string
  /** Absent for Managed Apple Accounts, and where the scope lacks `email`. */
  email?: string
  email_verified?: boolean | 'true' | 'false'
  /** Whether `email` is an address that Apple forwards. */
  is_private_email?: boolean | 'true' | 'false'
  /** `0` unsupported, `1` unknown, `2` likely real. */
  real_user_status?: 0 | 1 | 2
  nonce_supported?: boolean
  /** What the user agreed to share, at the first sign-in only. It is not signed. */
  user?: { name?: { firstName?: string; middleName?: string; lastName?: string }; email?: string }
  [claim: string]: unknown
}

/** What {@link apple} can be given in place of its defaults. */
export interface AppleOptions<Id extends string = 'apple', User = StandardUser>
  extends OIDCOverrides<AppleProfile, Id, User, OpenIDEndpointParams>,
    ClientSecretKey {}

/**
 * Sign-in with Apple. Every option replaces a default, whole fields at a time.
 *
 * Each token request carries a new client secret, signed with the key of the team, so that none expires. `AUTH_APPLE_PRIVATE_KEY` is the
 * content of the `.p8` file; line breaks may be written as `\n`. With `clientSecret` or `AUTH_APPLE_SECRET`, that one is sent.
 *
 * Apple sends the name at the first sign-in only, and not signed: store it then. It is sent again after the user has removed the application in
 * the settings of their Apple Account. Callback addresses must be `https:` with a domain name: `localhost` is refused.
 *
 * @param options - Default: client id (the Services ID) from `AUTH_APPLE_ID`, `teamId`, `keyId` and `privateKey` from
 * `AUTH_APPLE_TEAM_ID`, `AUTH_APPLE_KEY_ID` and `AUTH_APPLE_PRIVATE_KEY`, scope `name email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { apple } from 'authwright/providers/apple'
 *
 * export const auth = createAuth().provider(apple()).build()
 * ```
 *
 * @see https://developer.apple.com/documentation/signinwithapple/configuring-your-webpage-for-sign-in-with-apple
 */
export function apple<const Id extends string = 'apple', User extends ProviderUser = StandardUser>(
  options: AppleOptions<Id, User> = {},
): OIDCProvider<AppleProfile, Id, User> {
  const { teamId, keyId, privateKey, ...overrides } = options
  const provider: OIDCProvider<AppleProfile, 'apple', StandardUser> = {
    id: 'apple',
    name: 'Apple',
    type: 'oidc',
    issuer: 'https://appleid.apple.com',
    // Apple requires the form post where a scope is requested.
    authorization: { params: { scope: 'name email', response_mode: 'form_post' } },
    // Apple documents no PKCE.
    checks: ['nonce'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    clientSecretKey: {
      teamId,
      keyId,
      privateKey,
      sign: async (request) => (await import('./apple/client-secret.js')).signClientSecret(request),
    },
    userParameter: true,
    profile: ({ sub, email, user }) => ({
      id: sub,
      name:
        [user?.name?.firstName, user?.name?.lastName].filter((part) => typeof part === 'string').join(' ') ||
        null,
      email: email ?? null,
      image: null,
    }),
    emailVerified: ({ email_verified }) => email_verified === true || email_verified === 'true',
    style: {
      brandColor: '#000000',
      mark: 'M12.152 6.896c-.948 0-2.415-1.078-3.96-1.04-2.04.027-3.91 1.183-4.961 3.014-2.117 3.675-.546 9.103 1.519 12.09 1.013 1.454 2.208 3.09 3.792 3.039 1.52-.065 2.09-.987 3.935-.987 1.831 0 2.35.987 3.96.948 1.637-.026 2.676-1.48 3.676-2.948 1.156-1.688 1.636-3.325 1.662-3.415-.039-.013-3.182-1.221-3.22-4.857-.026-3.04 2.48-4.494 2.597-4.559-1.429-2.09-3.623-2.324-4.39-2.376-2-.156-3.675 1.09-4.61 1.09zM15.53 3.83c.843-1.012 1.4-2.427 1.245-3.83-1.207.052-2.662.805-3.532 1.818-.78.896-1.454 2.338-1.273 3.714 1.338.104 2.715-.688 3.559-1.701',
    },
  }
  return withOptions(provider, overrides)
}
