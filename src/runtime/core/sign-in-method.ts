import type { ProviderStyle } from '../../providers/kinds/common-provider.js'
import type { CredentialFields } from '../../providers/kinds/credentials.js'

/*
 * Ways to sign in, as data: a feature says which there are, and the sign-in page renders them.
 */

/** What every sign-in method has. */
export interface CommonSignInMethod {
  readonly id: string
  /** The provider's name, as users know it. */
  readonly name: string
  /** Where the form is sent: a root-relative or absolute URL. */
  readonly action: string
}

/** A button that leads to an identity provider. */
export interface OAuthSignInMethod extends CommonSignInMethod {
  readonly type: 'oauth' | 'oidc'
  readonly style?: ProviderStyle | undefined
}

/** A form whose fields the application checks. */
export interface CredentialsSignInMethod extends CommonSignInMethod {
  readonly type: 'credentials'
  readonly fields: CredentialFields
  /** Whether the form makes an account. */
  readonly signUp?: boolean
  /** A sign-in link that the same form can request, for its field `email`. */
  readonly link?: EmailSignInMethod
}

/** A form for an e-mail address that gets a sign-in link. */
export interface EmailSignInMethod extends CommonSignInMethod {
  readonly type: 'email'
}

/** A form that starts a WebAuthn ceremony, by a script of the page. */
export interface WebAuthnSignInMethod extends CommonSignInMethod {
  readonly type: 'webauthn'
  /** Where the script fetches the options of a ceremony. */
  readonly optionsUrl: string
  /** Whether passkeys are offered in the fields as soon as the page is there. */
  readonly conditional: boolean
  /**
   * What the buttons do: sign in, and sign up where that is open, without a session, add a passkey where the sign-in is recent enough for that,
   * and sign in again where it is not.
   */
  readonly offers: 'signInAndUp' | 'signIn' | 'add' | 'signInAgain'
  readonly fields: CredentialFields
}

/** A way to sign in, as the sign-in page shows it. */
export type SignInMethod =
  | OAuthSignInMethod
  | CredentialsSignInMethod
  | EmailSignInMethod
  | WebAuthnSignInMethod
