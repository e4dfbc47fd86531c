import {
  isOfLength,
  MIN_MODULUS,
  type PublicJwk,
  type PublicKey,
  publicMembers,
  type SignatureAlgorithm,
} from './signature-algorithms.js'

const encoder = new TextEncoder()

/**
 * Imports a public key by Web Crypto, for every runtime. Rejects when it is none that fits the algorithm.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7518.html#section-6
 */
export async function publicKey(
  jwk: PublicJwk,
  { name, hash, crv, kty }: SignatureAlgorithm,
): Promise<PublicKey> {
  // Not every platform compares the two.
  if (crv !== undefined && jwk['crv'] !== crv) throw new Error('The key is one of another curve.')
  const usage = { name, hash, ...(crv && { namedCurve: crv }) }
  const key = await crypto.subtle.importKey('jwk', publicMembers(jwk), usage, false, ['verify'])
  const { modulusLength } = key.algorithm as Partial<RsaKeyAlgorithm>
  if (kty === 'RSA' && !(Number(modulusLength) >= MIN_MODULUS)) throw new Error('The RSA key is too short.')
  const algorithm = { name, hash, saltLength: Number(hash.slice(4)) / 8 }
  return {
    verify: (text, signature) =>
      isOfLength(signature, modulusLength) &&
      crypto.subtle.verify(algorithm, key, signature, encoder.encode(text)),
  }
}
