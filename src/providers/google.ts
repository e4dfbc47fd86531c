import { defineOIDCProvider } from './kinds/define-provider.js'
import { googleMark } from './kinds/logos.js'
import type { OpenIDParams } from './kinds/openid-params.js'
import type { ProviderUser } from './kinds/provider-user.js'

/**
 * The claims of Google's ID tokens.
 *
 * @see https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload
 */
export interface GoogleProfile {
  aud: string
  azp?: string
  /** The e-mail address. It can be reassigned to another user, so use `sub` to identify the user. */
  email: string
  /**
   * Whether the e-mail address is verified. Also `true` for an e-mail address of another service, which Google verified
   * when the account was created.
   */
  email_verified: boolean
  exp: number
  family_name?: string
  given_name: string
  /** The domain of the user's Google Workspace. */
  hd?: string
  iat: number
  iss: string
  locale?: string
  name: string
  nonce?: string
  picture: string
  /** Identifies the user, and never changes. */
  sub: string
  [claim: string]: unknown
}

/** The user that `google()` creates from a profile. */
export interface GoogleUser extends ProviderUser {
  name: string
  /** `null` if Google has not verified it. */
  email: string | null
  image: string
}

/** The parameters of Google's authorization endpoint. @see https://developers.google.com/identity/openid-connect/openid-connect#authenticationuriparameters */
export interface GoogleAuthorizationParams extends Omit<OpenIDParams, 'prompt'> {
  /** `offline` requests a refresh token, which Google issues at the first consent or with `prompt: 'consent'`. Default: `online`. */
  access_type?: 'online' | 'offline' | undefined
  /**
   * The domain of the Google Workspace whose accounts Google offers, or `*` for any Workspace. In `authorization.params`, `hd` also rejects
   * other accounts.
   */
  hd?: string | undefined
  response_type?: 'code' | undefined
  /** `true` adds the scopes that the user granted earlier. */
  include_granted_scopes?: 'true' | 'false' | undefined
  /** Default: Google shows the consent page unless the user has consented before. */
  prompt?:
    | 'none'
    | 'consent'
    | 'select_account'
    | 'consent select_account'
    | 'select_account consent'
    | undefined
}

/**
 * Sign-in with Google.
 *
 * An e-mail address counts as verified if Google issues it: at `gmail.com`, or in a Google Workspace (`hd`). Google verified any other
 * e-mail address when the account was created, and it may belong to another person by now. It is stored with `emailVerified: null`, and
 * does not link the account to an existing user. To accept it, set `verifiedEmail: ({ email, email_verified }) => (email_verified ? email :
 * null)`. If Google says `email_verified: false`, the user is stored without an e-mail address.
 *
 * With `hd` in `authorization.params`, only users of that Google Workspace can sign in: the claim `hd` is
 * checked. As a parameter of `signIn`, it only selects the accounts that Google offers.
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
export const google = defineOIDCProvider<GoogleProfile, GoogleUser, GoogleAuthorizationParams>()({
  id: 'google',
  name: 'Google',
  issuer: 'https://accounts.google.com',
  profile: ({ sub, name, email, email_verified, picture }) => ({
    id: sub,
    name,
    email: email_verified ? email : null,
    image: picture,
  }),
  verifiedEmail: ({ email, email_verified, hd }) =>
    email_verified === true && (hd || /@gmail\.com$/i.test(email)) ? email : null,
  style: { brandColor: '#1a73e8', mark: googleMark },
})
