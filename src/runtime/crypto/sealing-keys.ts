import { encodeBase64url } from './base64url.js'
import { deriveKey } from './derive-key.js'

/** Enough of a thumbprint to tell a handful of keys apart: 96 bits. */
const keyIdLength = 16

/** A key that seals tokens, and the name by which a token says that it was sealed with it. */
export interface SealingKey {
  readonly id: string
  readonly key: CryptoKey
}

/**
 * Derives one key a secret, in the order of the secrets.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7638.html#section-3
 */
export function sealingKeys(
  jose: typeof import('./jwe.js'),
  secrets: readonly string[],
  use: readonly string[],
): Promise<SealingKey[]> {
  return Promise.all(
    secrets.map(async (secret) => {
      const bytes = await deriveKey(secret, ['seal', ...use])
      const thumbprint = await jose.calculateJwkThumbprint({ kty: 'oct', k: encodeBase64url(bytes) })
      const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
      return { id: thumbprint.slice(0, keyIdLength), key }
    }),
  )
}
