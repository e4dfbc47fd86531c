import type { OpenIDParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import type { ProviderUser } from './kinds/provider-user.js'
import { withOptions } from './kinds/with-options.js'

/**
 * The claims of Google's ID tokens.
 *
 * @see https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload
 */
export interface GoogleProfile {
  aud: string
  azp?: string
  /** An address that may belong to another user later: `sub` identifies the user. */
  email: string
  /** `true` also for an address of another mail service, which Google verified when the account was created. */
  email_verified: boolean
  exp: number
  family_name?: string
  given_name: string
  /** The domain of the person's Google Workspace. */
  hd?: string
  iat: number
  iss: string
  locale?: string
  name: string
  nonce?: string
  picture: string
  sub: string
  [claim: string]: unknown
}

/** The user that `google()` makes of a profile. */
export interface GoogleUser extends ProviderUser {
  name: string
  /** `null` where Google has not verified it. */
  email: string | null
  image: string
}

/** What Google documents for its authorization endpoint. @see https://developers.google.com/identity/openid-connect/openid-connect#authenticationuriparameters */
export interface GoogleAuthorizationParams extends Omit<OpenIDParams, 'prompt'> {
  /** `offline` has a refresh token issued, at the first consent or with `prompt: 'consent'`. Default: `online`. */
  access_type?: 'online' | 'offline' | undefined
  /** The domain of the Google Workspace whose accounts are offered; `*` stands for any. Check the claim `hd` too: users can change the request. */
  hd?: string | undefined
  /** It is `code` where it is left out, too. */
  response_type?: 'code' | undefined
  /** `true` adds the scopes that the user granted earlier. */
  include_granted_scopes?: 'true' | 'false' | undefined
  /** Default: what the user is shown depends on whether they consented before. */
  prompt?:
    | 'none'
    | 'consent'
    | 'select_account'
    | 'consent select_account'
    | 'select_account consent'
    | undefined
}

/** What {@link google} can be given in place of its defaults. */
export interface GoogleOptions<Id extends string = 'google', User = GoogleUser>
  extends OIDCOverrides<GoogleProfile, Id, User, GoogleAuthorizationParams> {}

/**
 * Sign-in with Google. Every option replaces a default, whole fields at a time.
 *
 * An address counts as verified where Google gives it out: at `gmail.com`, or in a Google Workspace (`hd`). Any other address is stored with
 * `emailVerified: null`, and links to no user: Google verified it when the account was created, and it may belong to another person by now.
 * To accept it, set `emailVerified: ({ email_verified }) => email_verified`. Without that, its owner signs in as that user with Google alone, or
 * with what they link while signed in, until they prove the address by a sign-in by mail. The first such sign-in removes the Google account and the
 * others from the user, unless the browser is signed in as that user; link it again then.
 *
 * @param options - Default: client id and secret from `AUTH_GOOGLE_ID` and `AUTH_GOOGLE_SECRET`, scope
 * `openid profile email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { google } from 'authwright/providers/google'
 *
 * export const auth = createAuth()
 *   .provider(google({ authorization: { params: { hd: 'example.com' } } }))
 *   .build()
 * ```
 *
 * @see https://developers.google.com/identity/openid-connect/openid-connect
 * @see https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
 */
export function google<const Id extends string = 'google', User extends ProviderUser = GoogleUser>(
  options: GoogleOptions<Id, User> = {},
): OIDCProvider<GoogleProfile, Id, User, GoogleAuthorizationParams> {
  const provider: OIDCProvider<GoogleProfile, 'google', GoogleUser> = {
    id: 'google',
    name: 'Google',
    type: 'oidc',
    issuer: 'https://accounts.google.com',
    profile: ({ sub, name, email, email_verified, picture }) => ({
      id: sub,
      name,
      email: email_verified ? email : null,
      image: picture,
    }),
    // Of an address that Google does not give out, it verified once that it was theirs, and another user may have it now.
    emailVerified: ({ email, email_verified, hd }) =>
      email_verified === true && (Boolean(hd) || /@gmail\.com$/i.test(email)),
    style: {
      brandColor: '#1a73e8',
      mark: [
        { d: 'M20.02 5.22A10.5 10.5 0 0 0 2.66 7.21l3.56 1.82A6.5 6.5 0 0 1 16.96 7.8z', fill: '#ea4335' },
        { d: 'M2.66 7.21a10.5 10.5 0 0 0 0 9.58l3.56-1.82a6.5 6.5 0 0 1 0-5.94z', fill: '#fbbc05' },
        {
          d: 'M2.66 16.79A10.5 10.5 0 0 0 20.02 18.78L16.96 16.2A6.5 6.5 0 0 1 6.22 14.97z',
          fill: '#34a853',
        },
        { d: 'M20.02 18.78A10.5 10.5 0 0 0 22.5 12V10H12v4h6.18A6.5 6.5 0 0 1 16.96 16.2z', fill: '#4285f4' },
      ],
    },
  }
  return withOptions(provider, options)
}
