import { publicKey } from '#public-key'
import type { Awaitable } from '../../../model/awaitable.js'
import { type PublicJwk, type PublicKey, signatureAlgorithms } from '../../crypto/signature-algorithms.js'
import type { Ask } from '../../outgoing/ask.js'
import { badStatus } from './callback-error.js'
import type { Jws } from './jws.js'
import type { Remembered } from './remembered.js'

/** The keys that a provider publishes. Each is imported once for an algorithm. */
export interface SigningKeys {
  /** The key that a token's header means. Throws unless there is exactly one. */
  find(header: Jws['header']): Awaitable<PublicKey>
}

/** Fetches a provider's keys. @see https://www.rfc-editor.org/rfc/rfc7517.html#section-5 */
export async function fetchSigningKeys(address: string, ask: Ask): Promise<SigningKeys> {
  const { status, body } = await ask(address, {
    headers: { accept: 'application/json, application/jwk-set+json' },
  })
  if (status !== 200) throw badStatus('The address of its keys', status)
  return signingKeys(JSON.parse(new TextDecoder().decode(body)))
}

/** Throws for what is no set of keys. */
function signingKeys(set: unknown): SigningKeys {
  const { keys } = Object(set) as { keys?: unknown }
  if (!Array.isArray(keys) || !keys.every((key) => typeof key === 'object' && key !== null)) {
    throw new Error("The provider's keys are no JSON Web Key Set.")
  }
  const imported = new Map<string, Awaitable<PublicKey>>()
  return {
    find({ alg, kid }) {
      const name = JSON.stringify([alg, kid])
      const known = imported.get(name)
      if (known) return known
      const algorithm = signatureAlgorithms.get(alg)
      if (!algorithm) throw new Error('The algorithm of the signature is not allowed.')
      const [jwk, ...others] = (keys as PublicJwk[]).filter((key) => isMeant(key, alg, kid))
      if (!jwk) throw new Error("None of the provider's keys made the signature.")
      if (others.length > 0) throw new Error("Several of the provider's keys could have made the signature.")
      const key = publicKey(jwk, algorithm)
      imported.set(name, key)
      return key
    },
  }
}

/** Whether a key is the one that a header names, and may verify signatures of its algorithm. */
function isMeant(jwk: PublicJwk, alg: string, kid: string | undefined): boolean {
  const { kty, crv } = signatureAlgorithms.get(alg) ?? {}
  const { key_ops: operations } = jwk
  return (
    jwk['kty'] === kty &&
    (crv === undefined || jwk['crv'] === crv) &&
    (kid === undefined || jwk['kid'] === kid) &&
    (jwk['alg'] === undefined || jwk['alg'] === alg) &&
    (jwk['use'] === undefined || jwk['use'] === 'sig') &&
    (operations === undefined || (Array.isArray(operations) && operations.includes('verify')))
  )
}

/**
 * Verifies a token's signature. When the known keys do not do, the provider may have replaced them
 * since they were fetched: they are fetched again, once.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#RotateSigningKeys
 */
export async function verifySignature(jws: Jws, keys: Remembered<SigningKeys>): Promise<void> {
  const known = await keys.current()
  try {
    await verify(jws, known)
  } catch (error) {
    const newer = await keys.newerThan(known)
    if (newer === known) throw error
    await verify(jws, newer)
  }
}

async function verify({ header, signed, signature }: Jws, keys: SigningKeys): Promise<void> {
  const key = await keys.find(header)
  if (!(await key.verify(signed, signature))) throw new Error('The signature is not one of the provider.')
}
