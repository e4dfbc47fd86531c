import type { Awaitable } from '../../model/awaitable.js'
import type { IdentifiedUser, User } from '../../model/user.js'
import type { CommonProvider } from './common-provider.js'
import type { CredentialFields } from './credentials.js'
import type { AnyProviderId } from './provider-id.js'
import type { SimpleWebAuthn } from './simple-webauthn.js'
import type { UserVerification } from './user-verification.js'

/** Which site passkeys are for, as browsers see it. What is left out follows from the address of the application. */
export interface RelyingPartyOptions {
  /**
   * The domain, such as `'example.com'`: that of the application's address, or one above it. Passkeys work on this domain
   * and below it. Of several, the first that fits the address is taken. Default: the host name of the address.
   */
  readonly id?: string | readonly string[] | undefined
  /** What browsers show. Of several, the first is taken. Default: the host of the address. */
  readonly name?: string | readonly string[] | undefined
  /** The origins at which a passkey may be used, such as `'https://example.com'`. Default: that of the address. */
  readonly origin?: string | readonly string[] | undefined
}

/** The site that passkeys are for. */
export interface RelyingParty {
  readonly id: string
  readonly name: string
  readonly origin: string | readonly string[]
}

/** How a passkey is requested at sign-in. */
export interface WebAuthnAuthenticationOptions {
  /** Milliseconds for which the browser waits. Default: 300,000 (five minutes). */
  readonly timeout?: number | undefined
  /** Default: `'required'`, or `'preferred'` where `verifyAuthenticationOptions` does without it. */
  readonly userVerification?: UserVerification | undefined
}

/** How a passkey is made. */
export interface WebAuthnRegistrationOptions {
  /** Milliseconds for which the browser waits. Default: 300,000 (five minutes). */
  readonly timeout?: number | undefined
  /** What the authenticator is to say of its make. Default: `'none'`. */
  readonly attestationType?: 'none' | 'direct' | 'enterprise' | undefined
  readonly authenticatorSelection?: WebAuthnAuthenticatorSelection | undefined
  /** The signature algorithms that are accepted, by their COSE numbers. Default: Ed25519, ES256 and RS256. */
  readonly supportedAlgorithmIDs?: readonly number[] | undefined
}

/** @see https://www.w3.org/TR/webauthn-3/#dictdef-authenticatorselectioncriteria */
export interface WebAuthnAuthenticatorSelection {
  readonly authenticatorAttachment?: 'platform' | 'cross-platform' | undefined
  /** Whether the passkey is found without a name: `'required'` makes one that can be offered in form fields. Default: `'preferred'`. */
  readonly residentKey?: 'required' | 'preferred' | 'discouraged' | undefined
  /** Default: `'required'`, or `'preferred'` where `verifyRegistrationOptions` does without it. */
  readonly userVerification?: UserVerification | undefined
}

/** What a response is verified against. */
export interface WebAuthnVerificationOptions {
  /** Whether the authenticator must have verified the person. Default: `true`. */
  readonly requireUserVerification?: boolean | undefined
}

/** What `getUserInfo` and `getRelyingParty` can look at. */
export interface WebAuthnContext {
  readonly provider: WebAuthnProvider
  /** The address of the request, with the origin that the application is known by. */
  readonly url: URL
  readonly adapter: { getUserByEmail(email: string): Promise<IdentifiedUser | null> }
}

/** The fields of the form that requested it. */
export interface WebAuthnRequest {
  readonly method: string
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
}

/** The person that a form names, and whether they are stored already. */
export type WebAuthnUserInfo =
  | { readonly user: IdentifiedUser; readonly exists: true }
  | { readonly user: User; readonly exists: false }

/** A provider whose sign-in is a WebAuthn ceremony: a passkey, or a security key. */
export interface WebAuthnProvider<Id extends string = AnyProviderId, ConditionalUI extends boolean = boolean>
  extends CommonProvider<Id> {
  readonly type: 'webauthn'
  /** Lets the browser offer passkeys in the form's fields. Default: `true`. */
  readonly enableConditionalUI?: ConditionalUI | undefined
  /** Loads what makes options and verifies responses: `() => import('@simplewebauthn/server')`. */
  readonly simpleWebAuthn: () => Promise<SimpleWebAuthn>
  readonly relayingParty?: RelyingPartyOptions | undefined
  readonly authenticationOptions?: WebAuthnAuthenticationOptions | undefined
  readonly registrationOptions?: WebAuthnRegistrationOptions | undefined
  readonly verifyAuthenticationOptions?: WebAuthnVerificationOptions | undefined
  readonly verifyRegistrationOptions?: WebAuthnVerificationOptions | undefined
  /**
   * Seconds since the sign-in within which a signed-in user can add a passkey; later, they have to sign in again. An integer
   * greater than 0. Default: 600 (ten minutes).
   *
   * @see https://www.rfc-editor.org/rfc/rfc9470.html
   */
  readonly within?: number | undefined
  /** The fields of the built-in page's form. Default: `email`. */
  readonly formFields?: CredentialFields | undefined
  /** Decides which site passkeys are for, in place of `relayingParty`. */
  getRelayingParty?(context: WebAuthnContext, request: WebAuthnRequest): RelyingParty
  /** Says whom a form names, or `null`. Default: who has the address in its field `email`. */
  getUserInfo?(context: WebAuthnContext, request: WebAuthnRequest): Awaitable<WebAuthnUserInfo | null>
}
