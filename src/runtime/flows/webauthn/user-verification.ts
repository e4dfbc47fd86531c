import type { UserVerification } from '../../../providers/kinds/user-verification.js'
import type { WebAuthnProvider, WebAuthnVerificationOptions } from '../../../providers/kinds/webauthn.js'

/** What is asked of the authenticator, and whether its answer is held to it. */
export interface Verification {
  readonly asked: UserVerification
  readonly required: boolean
}

/** Whether the person must be verified when a passkey is used. */
export function verificationAtUse(provider: WebAuthnProvider): Verification {
  const { authenticationOptions, verifyAuthenticationOptions } = provider
  return verification(authenticationOptions?.userVerification, verifyAuthenticationOptions)
}

/** Whether the person must be verified when a passkey is made. */
export function verificationAtRegistration(provider: WebAuthnProvider): Verification {
  const { registrationOptions, verifyRegistrationOptions } = provider
  return verification(
    registrationOptions?.authenticatorSelection?.userVerification,
    verifyRegistrationOptions,
  )
}

/** What is demanded is asked for, and what was asked for as required is demanded: the browser alone does not enforce it. */
function verification(
  asked: UserVerification | undefined,
  verify: WebAuthnVerificationOptions | undefined,
): Verification {
  const required = asked === 'required' || (verify?.requireUserVerification ?? true)
  return { asked: required ? 'required' : (asked ?? 'preferred'), required }
}
