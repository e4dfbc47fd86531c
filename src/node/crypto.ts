import { Buffer } from 'node:buffer'
import type { HmacSha256 } from '../runtime/crypto/platform-crypto.js'
import { nodeCrypto } from './node-crypto.js'

// One file for `#crypto`, `#sha256` and `#parts`: every file costs a start its time.
export const present: boolean = true
export { contentCipher } from './content-cipher.js'
export { sha256 } from './sha256.js'

/** @see https://www.rfc-editor.org/rfc/rfc2104.html#section-2 */
export function hmacSha256(bytes: Uint8Array<ArrayBuffer>): HmacSha256 {
  const { createHmac, createSecretKey, timingSafeEqual } = nodeCrypto()
  const key = createSecretKey(bytes)
  const digest = (text: string): Buffer => createHmac('sha256', key).update(text, 'utf8').digest()
  return {
    sign: (text) => digest(text).toString('base64url'),
    verify(text, tag) {
      const given = Buffer.from(tag, 'base64url')
      const expected = digest(text)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

/** The SHA-256 digest of a string, in base64url. */
export function sha256Base64url(text: string): string {
  return nodeCrypto().createHash('sha256').update(text, 'utf8').digest('base64url')
}
