import { type SigningKey, signingKey } from '../../../src/testing/identity-provider/signing-key.js'

/** The key of the provider in most tests: making an RSA key takes longer than a whole sign-in. */
export const firstKey: Promise<SigningKey> = signingKey('one')

/** For the many sign-ins of a property: to sign with RSA takes longer than all else that a sign-in computes. */
export const quickKey: Promise<SigningKey> = signingKey('quick', 'ES256')
