import { encodeBase64url } from '../crypto/base64url.js'

/** How a token's content is encrypted. The first is what is written; both are read. */
export type ContentEncryption = 'A256CBC-HS512' | 'A256GCM'

/** A key, and the name by which a token says that it was encrypted with it. */
export interface TokenKey {
  readonly id: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The length of a key, in bits, and the digest of its thumbprint. */
const sizes = {
  'A256CBC-HS512': { bits: 512, digest: 'sha512' },
  A256GCM: { bits: 256, digest: 'sha256' },
} as const satisfies Record<ContentEncryption, object>

/**
 * Derives the key of the Auth.js ecosystem's tokens: HKDF with SHA-256, salted with the name of the
 * cookie that holds the token.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5869.html#section-2
 * @see https://www.rfc-editor.org/rfc/rfc7638.html#section-3
 */
export async function tokenKey(
  jose: typeof import('../crypto/jwe.js'),
  secret: string,
  salt: string,
  encryption: ContentEncryption,
): Promise<TokenKey> {
  const { bits, digest } = sizes[encryption]
  const encoder = new TextEncoder()
  const material = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveBits'])
  const algorithm = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: encoder.encode(salt),
    info: encoder.encode(`Auth.js Generated Encryption Key (${salt})`),
  }
  const bytes = new Uint8Array(await crypto.subtle.deriveBits(algorithm, material, bits))
  return { bytes, id: await jose.calculateJwkThumbprint({ kty: 'oct', k: encodeBase64url(bytes) }, digest) }
}
