import type { ProviderStyle } from '../../providers/kinds/common-provider.js'
import type { CredentialFields } from '../../providers/kinds/credentials.js'

interface CommonSignInOption {
  readonly id: string
  /** The provider's name, as people know it. */
  readonly name: string
  /** Where the form is sent: a root-relative or absolute URL. */
  readonly action: string
}

/** A button that leads to an identity provider. */
export interface OAuthSignInOption extends CommonSignInOption {
  readonly type: 'oauth' | 'oidc'
  readonly style?: ProviderStyle | undefined
}

/** A form whose fields the application checks. */
export interface CredentialsSignInOption extends CommonSignInOption {
  readonly type: 'credentials'
  readonly fields: CredentialFields
}

/** A form for an e-mail address that gets a sign-in link. */
export interface EmailSignInOption extends CommonSignInOption {
  readonly type: 'email'
}

/** A form that starts a WebAuthn ceremony, by a script of the page. */
export interface WebAuthnSignInOption extends CommonSignInOption {
  readonly type: 'webauthn'
  /** Where the script asks for the options of a ceremony. */
  readonly optionsUrl: string
  /** Whether passkeys are offered in the fields as soon as the page is there. */
  readonly conditional: boolean
  /**
   * What the buttons do: sign in and sign up where nobody is signed in, add a passkey where the sign-in is recent enough for that,
   * and sign in again where it is not.
   */
  readonly offers: 'signInAndUp' | 'add' | 'signInAgain'
  readonly fields: CredentialFields
}

/** A way to sign in, as the sign-in page shows it. */
export type SignInOption =
  | OAuthSignInOption
  | CredentialsSignInOption
  | EmailSignInOption
  | WebAuthnSignInOption
