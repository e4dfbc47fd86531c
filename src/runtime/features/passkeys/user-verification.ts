import type { UserVerification } from '../../../providers/kinds/user-verification.js'
import type { WebAuthnProvider, WebAuthnVerificationOptions } from '../../../providers/kinds/webauthn.js'

export interface VerificationRequirement {
  readonly requested: UserVerification
  /** Whether a response without user verification is rejected. */
  readonly required: boolean
}

export function verificationAtUse(provider: WebAuthnProvider): VerificationRequirement {
  const { authenticationOptions, verifyAuthenticationOptions } = provider
  return verification(authenticationOptions?.userVerification, verifyAuthenticationOptions)
}

export function verificationAtRegistration(provider: WebAuthnProvider): VerificationRequirement {
  const { registrationOptions, verifyRegistrationOptions } = provider
  return verification(
    registrationOptions?.authenticatorSelection?.userVerification,
    verifyRegistrationOptions,
  )
}

/**
 * Returns whether user verification is requested and required. The response is checked, too, because browsers
 * do not enforce user verification reliably.
 */
function verification(
  requested: UserVerification | undefined,
  verify: WebAuthnVerificationOptions | undefined,
): VerificationRequirement {
  const required = requested === 'required' || (verify?.requireUserVerification ?? true)
  return { requested: required ? 'required' : (requested ?? 'preferred'), required }
}
