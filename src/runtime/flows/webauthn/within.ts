import type { WebAuthnProvider } from '../../../providers/kinds/webauthn.js'

/** Seconds since the sign-in within which a signed-in user can add a passkey. */
export const withinOf = ({ within = 600 }: WebAuthnProvider): number => within
