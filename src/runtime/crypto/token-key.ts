import { type JweKey, jweKey } from './compact-jwe.js'
import type { ContentEncryption } from './content-cipher.js'
import { jwkThumbprint } from './jwk-thumbprint.js'

/** The length of a key, in bits, and the digest of its thumbprint. */
const sizes = {
  'A256CBC-HS512': { bits: 512, digest: 'SHA-512' },
  A256GCM: { bits: 256, digest: 'SHA-256' },
} as const satisfies Record<ContentEncryption, object>

/**
 * Derives the key of the Auth.js ecosystem's tokens: HKDF with SHA-256, salted with the name of the
 * cookie that holds the token.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5869.html#section-2
 * @see https://www.rfc-editor.org/rfc/rfc7638.html#section-3
 */
export async function tokenKey(secret: string, salt: string, encryption: ContentEncryption): Promise<JweKey> {
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
  return jweKey(encryption, bytes, await jwkThumbprint(bytes, digest))
}
