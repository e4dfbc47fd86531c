import { type SigningKey, signingKey } from '../../../src/testing/identity-provider/signing-key.js'

/** The key that most tests share, because creating an RSA key takes longer than a whole sign-in. */
export const firstKey: Promise<SigningKey> = signingKey('one')

/**
 * An ECDSA key for property tests with many sign-ins. Signing with an RSA key takes longer than everything else in a
 * sign-in.
 */
export const quickKey: Promise<SigningKey> = signingKey('quick', 'ES256')
