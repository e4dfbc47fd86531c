import type { ProviderStyle } from '../../providers/kinds/common-provider.js'
import type { CredentialFields } from '../../providers/kinds/credentials.js'

/** Members of every sign-in method. */
export interface CommonSignInMethod {
  /** The provider's id. */
  readonly id: string
  /** The name of the provider, as shown to users. */
  readonly name: string
  /** URL that the form is sent to, root-relative or absolute. */
  readonly action: string
}

/** A button that leads to an identity provider. */
export interface OAuthSignInMethod extends CommonSignInMethod {
  /** The type of the provider. */
  readonly type: 'oauth' | 'oidc'
  /** Appearance of the button. */
  readonly style?: ProviderStyle | undefined
}

/** A form with fields such as a user name and a password. */
export interface CredentialsSignInMethod extends CommonSignInMethod {
  /** Marks a form whose fields the application or `password()` checks. */
  readonly type: 'credentials'
  /** The fields of the form. */
  readonly fields: CredentialFields
  /** Whether the form is for signing up. */
  readonly signUp?: boolean
  /**
   * The e-mail provider of a second button in the form. The button requests a sign-in link for the e-mail
   * address in the field `email`.
   */
  readonly link?: EmailSignInMethod
  /** Links of the built-in password form. Absent for other forms. */
  readonly password?: PasswordLinks
}

/** The links below the form for a password. */
export interface PasswordLinks {
  /** URL of the sign-in page. */
  readonly signIn: string
  /** URL of the page that requests a password reset link. Absent if no mail can be sent. */
  readonly forgot: string | undefined
  /** URL of the sign-up page. Absent if sign-up is closed, or if `pages.signUp` is set. */
  readonly signUp?: string | undefined
}

/** A form that requests a sign-in link for an e-mail address. */
export interface EmailSignInMethod extends CommonSignInMethod {
  /** Marks a form with one field, `email`. */
  readonly type: 'email'
}

/** A form that starts a WebAuthn ceremony, by a script of the page. */
export interface WebAuthnSignInMethod extends CommonSignInMethod {
  /** Marks a form for passkeys and security keys. */
  readonly type: 'webauthn'
  /** URL from which the script fetches the options of a ceremony. */
  readonly optionsUrl: string
  /** Whether the browser offers passkeys in the fields as soon as the page is loaded. */
  readonly conditional: boolean
  /**
   * The actions that the page offers. `'signInAgain'` means that adding a passkey needs a recent
   * sign-in.
   */
  readonly offers: 'signInAndUp' | 'signIn' | 'add' | 'signInAgain'
  /** The fields of the form. */
  readonly fields: CredentialFields
}

/** A sign-in method of any type. */
export type SignInMethod =
  | OAuthSignInMethod
  | CredentialsSignInMethod
  | EmailSignInMethod
  | WebAuthnSignInMethod
