import { defineOIDCProvider } from './kinds/define-provider.js'
import { fullName } from './kinds/full-name.js'
import { appleMark } from './kinds/logos.js'
import type { ClientSecretKey } from './kinds/oauth.js'
import type { OIDCProvider } from './kinds/oidc.js'
import type { OpenIDEndpointParams } from './kinds/openid-params.js'
import type { OIDCOverrides } from './kinds/provider-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'

/**
 * The claims of Apple's ID tokens, and the name that Apple sends at the first sign-in.
 *
 * @see https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple
 */
export interface AppleProfile {
  iss: string
  /** A Services ID. */
  aud: string
  iat: number
  exp: number
  /** Identifies the user. It is the same for all applications of a team. */
  sub: string
  /** Absent for Managed Apple Accounts, and if the scope lacks `email`. */
  email?: string
  /** Whether Apple has verified the e-mail address. Apple has sent it as a string and as a boolean. */
  email_verified?: boolean | 'true' | 'false'
  /** Whether `email` is a private relay e-mail address. */
  is_private_email?: boolean | 'true' | 'false'
  /** `0` unsupported, `1` unknown, `2` likely real. */
  real_user_status?: 0 | 1 | 2
  nonce_supported?: boolean
  /** The data that the user agreed to share. Apple sends it without a signature, and only at the first sign-in. */
  user?: { name?: { firstName?: string; middleName?: string; lastName?: string }; email?: string }
  [claim: string]: unknown
}

/** Options of {@link apple}. Each replaces a default. */
export interface AppleOptions<Id extends string = 'apple', User = StandardUser>
  extends OIDCOverrides<AppleProfile, Id, User, OpenIDEndpointParams>,
    ClientSecretKey {}

/**
 * Sign-in with Apple.
 *
 * `AUTH_APPLE_ID` is the Services ID. Each token request has a new client secret, signed with the key in `AUTH_APPLE_PRIVATE_KEY`. Set this
 * variable to the content of the `.p8` file. You may write line breaks as `\n`. If `clientSecret` or `AUTH_APPLE_SECRET` is set, it is sent
 * instead.
 *
 * Apple sends the name only at the first sign-in, and without a signature. Callback URLs must be `https:` with a domain name: `localhost` is
 * refused.
 *
 * @see https://developer.apple.com/documentation/signinwithapple/configuring-your-webpage-for-sign-in-with-apple
 */
export function apple<const Id extends string = 'apple', User extends ProviderUser = StandardUser>(
  options: AppleOptions<Id, User> = {},
): OIDCProvider<AppleProfile, Id, User> {
  const { teamId, keyId, privateKey, ...overrides } = options
  const provider = defineOIDCProvider<AppleProfile>()({
    id: 'apple',
    name: 'Apple',
    issuer: 'https://appleid.apple.com',
    // Apple has used both names of its issuer at the same time: https://github.com/supabase/auth/pull/2055
    issuerAliases: ['https://account.apple.com'],
    // Apple requires `form_post` if a scope is requested.
    authorization: { params: { scope: 'name email', response_mode: 'form_post' } },
    // Apple does not document PKCE.
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
      name: fullName(user?.name?.firstName, user?.name?.lastName),
      email: email ?? null,
      image: null,
    }),
    verifiedEmail: ({ email, email_verified }) => (String(email_verified) === 'true' ? email : null),
    style: { brandColor: '#000000', mark: appleMark },
  })
  return provider(overrides)
}
