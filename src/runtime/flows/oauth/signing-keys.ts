import type { CompactVerifyGetKey } from 'jose'
import type { Fetch } from '../../../providers/kinds/custom-fetch.js'
import type { Remembered } from './remembered.js'

/** The keys that a provider publishes, found by what a token's header says. */
export type SigningKeys = CompactVerifyGetKey

/** Signatures that only the holder of a private key can make. `none` and shared secrets are not among them. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const

/** Fetches a provider's keys. @see https://www.rfc-editor.org/rfc/rfc7517.html#section-5 */
export async function fetchSigningKeys(address: string, fetch: Fetch): Promise<SigningKeys> {
  const { createLocalJWKSet } = await import('./jws.js')
  const response = await fetch(address, { headers: { accept: 'application/json, application/jwk-set+json' } })
  if (response.status !== 200) throw new Error(`The provider's keys were answered with ${response.status}.`)
  return createLocalJWKSet(await response.json())
}

/**
 * Verifies a token's signature. When the known keys do not do, the provider may have replaced them
 * since they were fetched: they are fetched again, once.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#RotateSigningKeys
 */
export async function verifySignature(token: string, keys: Remembered<SigningKeys>): Promise<void> {
  const known = await keys.current()
  try {
    await verify(token, known)
  } catch (error) {
    const newer = await keys.newerThan(known)
    if (newer === known) throw error
    await verify(token, newer)
  }
}

async function verify(token: string, keys: SigningKeys): Promise<void> {
  const { compactVerify } = await import('./jws.js')
  await compactVerify(token, keys, { algorithms: [...ALGORITHMS] })
}
