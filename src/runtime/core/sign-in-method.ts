import type { ProviderStyle } from '../../providers/kinds/common-provider.js'
import type { CredentialFields } from '../../providers/kinds/credentials.js'

/*
 * Ways to sign in, as data: a feature says which there are, and the sign-in page renders them.
 */

/** What every sign-in method has. */
export interface CommonSignInMethod {
  /** The provider's id. */
  readonly id: string
  /** The provider's name, as users know it. */
  readonly name: string
  /** Where the form is sent: a root-relative or absolute URL. */
  readonly action: string
}

/** A button that leads to an identity provider. */
export interface OAuthSignInMethod extends CommonSignInMethod {
  /** The type of the provider. */
  readonly type: 'oauth' | 'oidc'
  /** Appearance of the button. */
  readonly style?: ProviderStyle | undefined
}

/** A form whose fields the application checks. */
export interface CredentialsSignInMethod extends CommonSignInMethod {
  readonly type: 'credentials'
  /** The fields of the form. */
  readonly fields: CredentialFields
  /** Whether the form makes an account. */
  readonly signUp?: boolean
  /** A sign-in link that the same form can request, for its field `email`. */
  readonly link?: EmailSignInMethod
  /** Whether the form is the built-in one for a password, and where its links lead. */
  readonly password?: PasswordLinks
}

/** The links below the form for a password. */
export interface PasswordLinks {
  /** URL of the sign-in page. */
  readonly signIn: string
  /** URL of the page to request a link to choose a new password, where mails can be sent. */
  readonly forgot: string | undefined
  /** URL of the page to sign up, where that is open. */
  readonly signUp?: string | undefined
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
  /** The fields of the form. */
  readonly fields: CredentialFields
}

/** A way to sign in, as the sign-in page shows it. */
export type SignInMethod =
  | OAuthSignInMethod
  | CredentialsSignInMethod
  | EmailSignInMethod
  | WebAuthnSignInMethod
