import type { Awaitable } from '../../model/awaitable.js'
import type { IdentifiedUser, User } from '../../model/user.js'
import type { CommonProvider } from './common-provider.js'
import type { CredentialFields } from './credentials.js'
import type { AnyProviderId } from './provider-id.js'
import type { SimpleWebAuthn } from './simple-webauthn.js'
import type { UserVerification } from './user-verification.js'

export interface RelyingPartyOptions {
  /**
   * The application's host name or a parent domain. If there are several, the first one that matches the host is used. Default: the host
   * name.
   */
  readonly id?: string | readonly string[] | undefined
  /** The name that browsers show. If there are several, the first is used. Default: the host. */
  readonly name?: string | readonly string[] | undefined
  /** The origins that may use a passkey, such as `'https://example.com'`. Default: the origin of the application. */
  readonly origin?: string | readonly string[] | undefined
}

export interface RelyingParty {
  readonly id: string
  readonly name: string
  readonly origin: string | readonly string[]
}

export interface WebAuthnAuthenticationOptions {
  /** Default: 300,000 milliseconds (five minutes). */
  readonly timeout?: number | undefined
  /** Default: `'required'`. With `webauthn()`, `'preferred'` if `verifyAuthenticationOptions` does not require user verification. */
  readonly userVerification?: UserVerification | undefined
}

export interface WebAuthnRegistrationOptions {
  /** Default: 300,000 milliseconds (five minutes). */
  readonly timeout?: number | undefined
  /** Default: `'none'`. */
  readonly attestationType?: 'none' | 'direct' | 'enterprise' | undefined
  readonly authenticatorSelection?: WebAuthnAuthenticatorSelection | undefined
  /** Accepted signature algorithms, as COSE numbers. Default: Ed25519, ES256 and RS256. */
  readonly supportedAlgorithmIDs?: readonly number[] | undefined
}

/** @see https://www.w3.org/TR/webauthn-3/#dictdef-authenticatorselectioncriteria */
export interface WebAuthnAuthenticatorSelection {
  readonly authenticatorAttachment?: 'platform' | 'cross-platform' | undefined
  /**
   * `'required'` creates passkeys that browsers can offer by autofill. Default: `'required'` with `passkey()`, otherwise `'preferred'`.
   */
  readonly residentKey?: 'required' | 'preferred' | 'discouraged' | undefined
  /** Default: `'required'`. With `webauthn()`, `'preferred'` if `verifyRegistrationOptions` does not require user verification. */
  readonly userVerification?: UserVerification | undefined
}

export interface WebAuthnVerificationOptions {
  /**
   * Whether a response without user verification is rejected. With `userVerification: 'required'`, such a response is
   * always rejected. Default: `true`.
   */
  readonly requireUserVerification?: boolean | undefined
}

export interface WebAuthnContext {
  readonly provider: WebAuthnProvider
  /** The URL of the request, with the configured origin of the application. */
  readonly url: URL
  readonly adapter: { getUserByEmail(email: string): Promise<IdentifiedUser | null> }
}

export interface WebAuthnRequest {
  readonly method: string
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
}

export type WebAuthnUserInfo =
  | { readonly user: IdentifiedUser; readonly exists: true }
  | { readonly user: User; readonly exists: false }

/** A WebAuthn provider: sign-in with a passkey or a security key. */
export interface WebAuthnProvider<Id extends string = AnyProviderId, ConditionalUI extends boolean = boolean>
  extends CommonProvider<Id> {
  /** Marks a provider that signs in with passkeys and security keys. */
  readonly type: 'webauthn'
  /** Whether the options and pages of the provider may change in a minor version, as for `webauthn()`. Logs a warning. */
  readonly experimental?: true
  /** Whether browsers offer passkeys by autofill in the fields of the form. Default: `true`. */
  readonly enableConditionalUI?: ConditionalUI | undefined
  /** Loads the library: `() => import('@simplewebauthn/server')`. */
  readonly simpleWebAuthn: () => Promise<SimpleWebAuthn>
  /** The site that passkeys are for. Default: the host of the application. */
  readonly relayingParty?: RelyingPartyOptions | undefined
  /** Options for the use of a passkey. */
  readonly authenticationOptions?: WebAuthnAuthenticationOptions | undefined
  /** Options for creating a passkey. */
  readonly registrationOptions?: WebAuthnRegistrationOptions | undefined
  /** Options for verifying the use of a passkey. */
  readonly verifyAuthenticationOptions?: WebAuthnVerificationOptions | undefined
  /** Options for verifying a new passkey. */
  readonly verifyRegistrationOptions?: WebAuthnVerificationOptions | undefined
  /**
   * The time in seconds after a sign-in during which users can add or remove a passkey: an integer greater than 0. Default: 600 (ten
   * minutes).
   *
   * @see https://www.rfc-editor.org/rfc/rfc9470.html
   */
  readonly within?: number | undefined
  /** The fields of the form on the built-in page. Default: `email`. */
  readonly formFields?: CredentialFields | undefined
  /** Returns the site that passkeys are for, instead of `relayingParty`. */
  getRelayingParty?(context: WebAuthnContext, request: WebAuthnRequest): RelyingParty
  /** Returns the user of a form, or `null`. Default: the user with the e-mail address in the field `email`. */
  getUserInfo?(context: WebAuthnContext, request: WebAuthnRequest): Awaitable<WebAuthnUserInfo | null>
}
