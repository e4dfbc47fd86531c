import type { UserVerification } from './user-verification.js'

/*
 * What is asked of `@simplewebauthn/server`, in types of our own: the library is there for those alone who have passkeys.
 */

/** Bytes of a buffer of their own, as TypeScript tells them apart from 5.7 on, and bytes to those before. */
type Bytes = ReturnType<Uint8Array['slice']>

/** A passkey as options name it. */
export interface CredentialDescriptor {
  /** The credential's id in base64url. */
  id: string
  transports?: string[]
}

/** What options for making a passkey are made from. */
export interface RegistrationParameters {
  rpName: string
  rpID: string
  userName: string
  userID: Bytes
  userDisplayName?: string
  challenge: Bytes
  timeout: number
  attestationType?: 'none' | 'direct' | 'enterprise'
  excludeCredentials: CredentialDescriptor[]
  authenticatorSelection: {
    authenticatorAttachment?: 'platform' | 'cross-platform'
    residentKey?: 'required' | 'preferred' | 'discouraged'
    userVerification?: UserVerification
  }
  supportedAlgorithmIDs?: number[]
}

/** What options for using a passkey are made from. */
export interface AuthenticationParameters {
  rpID: string
  allowCredentials?: CredentialDescriptor[]
  challenge: Bytes
  timeout: number
  userVerification: UserVerification
}

/** What every answer is held to. */
export interface ExpectedAnswer {
  expectedChallenge: string
  expectedOrigin: string[]
  expectedRPID: string
  requireUserVerification: boolean
}

/** The functions of `@simplewebauthn/server` that a sign-in needs. Answers are what the browser sent. */
export interface SimpleWebAuthn {
  generateRegistrationOptions(parameters: RegistrationParameters): Promise<object>
  generateAuthenticationOptions(parameters: AuthenticationParameters): Promise<object>
  verifyRegistrationResponse(
    // biome-ignore lint/suspicious/noExplicitAny: the library's type of an answer is not named, so that nobody needs it.
    expected: ExpectedAnswer & { response: any; supportedAlgorithmIDs?: number[] },
  ): Promise<{ verified: boolean; registrationInfo?: RegistrationInfo | undefined }>
  verifyAuthenticationResponse(
    // biome-ignore lint/suspicious/noExplicitAny: the library's type of an answer is not named, so that nobody needs it.
    expected: ExpectedAnswer & { response: any; credential: StoredCredential },
  ): Promise<{ verified: boolean; authenticationInfo: { newCounter: number } }>
}

/** A passkey that was just made. */
export interface RegistrationInfo {
  credential: { id: string; publicKey: Uint8Array; counter: number }
  credentialDeviceType: string
  credentialBackedUp: boolean
}

/** A passkey as the library takes it. */
export interface StoredCredential {
  id: string
  publicKey: Bytes
  counter: number
}
