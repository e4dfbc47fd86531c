import type { UserVerification } from './user-verification.js'

/*
 * What Authwright uses of `@simplewebauthn/server`, in our own types: only applications with passkeys install the library.
 */

/** Bytes of a buffer of a known type, as TypeScript distinguishes them from 5.7 on, and bytes for those before. */
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

/** What every response is verified against. */
export interface ExpectedAnswer {
  expectedChallenge: string
  expectedOrigin: string[]
  expectedRPID: string
  requireUserVerification: boolean
}

/** The functions of `@simplewebauthn/server` that a sign-in needs. Responses are what the browser sent. */
export interface SimpleWebAuthn {
  generateRegistrationOptions(parameters: RegistrationParameters): Promise<object>
  generateAuthenticationOptions(parameters: AuthenticationParameters): Promise<object>
  verifyRegistrationResponse(
    // biome-ignore lint/suspicious/noExplicitAny: the library's type of a response is not named, so that an application without it compiles.
    expected: ExpectedAnswer & { response: any; supportedAlgorithmIDs?: number[] },
  ): Promise<{ verified: boolean; registrationInfo?: RegistrationInfo | undefined }>
  verifyAuthenticationResponse(
    // biome-ignore lint/suspicious/noExplicitAny: the library's type of a response is not named, so that an application without it compiles.
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
