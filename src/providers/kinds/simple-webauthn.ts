import type { UserVerification } from './user-verification.js'

/*
 * The parts of `@simplewebauthn/server` that Authwright uses. The types are declared here, because only
 * applications with passkeys install the library.
 */

/** `Uint8Array` is generic since TypeScript 5.7. */
type Bytes = ReturnType<Uint8Array['slice']>

export interface CredentialDescriptor {
  /** The credential's id in base64url. */
  id: string
  transports?: string[]
}

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

export interface AuthenticationParameters {
  rpID: string
  allowCredentials?: CredentialDescriptor[]
  challenge: Bytes
  timeout: number
  userVerification: UserVerification
}

export interface ExpectedResponse {
  expectedChallenge: string
  expectedOrigin: string[]
  expectedRPID: string
  requireUserVerification: boolean
}

export interface SimpleWebAuthn {
  generateRegistrationOptions(parameters: RegistrationParameters): Promise<object>
  generateAuthenticationOptions(parameters: AuthenticationParameters): Promise<object>
  verifyRegistrationResponse(
    // biome-ignore lint/suspicious/noExplicitAny: the library's type is not used, so that applications without the library compile.
    expected: ExpectedResponse & { response: any; supportedAlgorithmIDs?: number[] },
  ): Promise<{ verified: boolean; registrationInfo?: RegistrationInfo | undefined }>
  verifyAuthenticationResponse(
    // biome-ignore lint/suspicious/noExplicitAny: the library's type is not used, so that applications without the library compile.
    expected: ExpectedResponse & { response: any; credential: StoredCredential },
  ): Promise<{ verified: boolean; authenticationInfo: { newCounter: number } }>
}

export interface RegistrationInfo {
  credential: { id: string; publicKey: Uint8Array; counter: number }
  credentialDeviceType: string
  credentialBackedUp: boolean
}

export interface StoredCredential {
  id: string
  publicKey: Bytes
  counter: number
}
