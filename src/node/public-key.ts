import { Buffer } from 'node:buffer'
import { constants, createPublicKey, verify } from 'node:crypto'
import {
  isOfLength,
  MIN_MODULUS,
  type PublicJwk,
  type PublicKey,
  publicMembers,
  type SignatureAlgorithm,
} from '../runtime/crypto/signature-algorithms.js'

/** The names that `node:crypto` has for curves. */
const curves: Readonly<Record<string, string>> = {
  'P-256': 'prime256v1',
  'P-384': 'secp384r1',
  'P-521': 'secp521r1',
}

/**
 * Imports a public key by `node:crypto`, which answers at once: it accepts what the one of
 * `src/runtime/crypto/web-public-key.ts` accepts. Throws when it is none that fits the algorithm.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7518.html#section-6
 */
export function publicKey(jwk: PublicJwk, { kty, crv, name, hash }: SignatureAlgorithm): PublicKey {
  const key = createPublicKey({ key: publicMembers(jwk), format: 'jwk' })
  const { asymmetricKeyType: type, asymmetricKeyDetails: details = {} } = key
  const fits =
    kty === 'RSA'
      ? type === 'rsa' && Number(details.modulusLength) >= MIN_MODULUS
      : kty === 'EC'
        ? type === 'ec' && details.namedCurve === curves[crv ?? '']
        : type === 'ed25519'
  if (!fits) throw new Error('The key does not fit the algorithm, or is too short.')
  const digest = kty === 'OKP' ? null : hash.replace('-', '').toLowerCase()
  const padding =
    name === 'RSA-PSS'
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      : {}
  const options = { key, dsaEncoding: 'ieee-p1363', ...padding } as const
  return {
    verify: (text, signature) =>
      isOfLength(signature, details.modulusLength) &&
      verify(digest, Buffer.from(text, 'latin1'), options, signature),
  }
}
