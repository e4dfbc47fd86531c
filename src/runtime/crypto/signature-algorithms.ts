import type { Awaitable } from '../../model/awaitable.js'

/** How a signature that only the holder of a private key can make is verified. */
export interface SignatureAlgorithm {
  /** The kind of key, and its curve where it has one. */
  readonly kty: 'RSA' | 'EC' | 'OKP'
  readonly crv?: 'P-256' | 'P-384' | 'P-521' | 'Ed25519'
  /** The name of the algorithm in Web Crypto. */
  readonly name: 'RSASSA-PKCS1-v1_5' | 'RSA-PSS' | 'ECDSA' | 'Ed25519'
  readonly hash: 'SHA-256' | 'SHA-384' | 'SHA-512'
}

/** The members of a public key as a provider publishes it. */
export type PublicJwk = Readonly<Record<string, unknown>>

/** A public key with its algorithm. */
export interface PublicKey {
  /** Whether the signature is one of this key, of the ASCII text. */
  verify(text: string, signature: Uint8Array<ArrayBuffer>): Awaitable<boolean>
}

/** The fewest bits that the modulus of an RSA key must have. @see https://www.rfc-editor.org/rfc/rfc7518.html#section-3.3 */
export const MIN_MODULUS = 2048

/**
 * Whether a signature is as long as the modulus of its key, or of a key that has none. Some implementations fill up with zeros one
 * that is shorter.
 *
 * @param modulus - Bits, of an RSA key.
 * @see https://www.rfc-editor.org/rfc/rfc8017.html#section-8.1.2
 */
export function isOfLength({ length }: Uint8Array, modulus: number | undefined): boolean {
  return modulus === undefined || length === Math.ceil(modulus / 8)
}

const rsa = (
  name: 'RSASSA-PKCS1-v1_5' | 'RSA-PSS',
  hash: SignatureAlgorithm['hash'],
): SignatureAlgorithm => ({
  kty: 'RSA',
  name,
  hash,
})
const ec = (
  crv: NonNullable<SignatureAlgorithm['crv']>,
  hash: SignatureAlgorithm['hash'],
): SignatureAlgorithm => ({ kty: 'EC', crv, name: 'ECDSA', hash })
const ed25519: SignatureAlgorithm = { kty: 'OKP', crv: 'Ed25519', name: 'Ed25519', hash: 'SHA-512' }

/**
 * The algorithms that are accepted, by their name. `none` and shared secrets are not among them.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7518.html#section-3.1
 * @see https://www.rfc-editor.org/rfc/rfc9864.html#section-2.2
 */
export const signatureAlgorithms: ReadonlyMap<string, SignatureAlgorithm> = new Map([
  ['RS256', rsa('RSASSA-PKCS1-v1_5', 'SHA-256')],
  ['RS384', rsa('RSASSA-PKCS1-v1_5', 'SHA-384')],
  ['RS512', rsa('RSASSA-PKCS1-v1_5', 'SHA-512')],
  ['PS256', rsa('RSA-PSS', 'SHA-256')],
  ['PS384', rsa('RSA-PSS', 'SHA-384')],
  ['PS512', rsa('RSA-PSS', 'SHA-512')],
  ['ES256', ec('P-256', 'SHA-256')],
  ['ES384', ec('P-384', 'SHA-384')],
  ['ES512', ec('P-521', 'SHA-512')],
  ['Ed25519', ed25519],
  ['EdDSA', ed25519],
])

/**
 * The members of a key that make it a public one, and no others: what else is published with it, such as
 * `key_ops`, is judged where a key is chosen. Throws for a key that is private.
 */
export function publicMembers({ kty, crv, n, e, x, y, d }: PublicJwk): Record<string, string> {
  if (d !== undefined) throw new Error('The key is a private one.')
  const members = kty === 'RSA' ? { kty, n, e } : { kty, crv, x, ...(kty === 'EC' && { y }) }
  return members as Record<string, string>
}
