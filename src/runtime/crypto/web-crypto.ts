/*
 * What every runtime encrypts and digests with. `imports` of package.json puts src/node/crypto.ts in its place on
 * Node.js, which answers at once.
 */

import { decodeBase64url, encodeBase64url } from './base64url.js'
import type { HmacSha256 } from './platform-crypto.js'

export { contentCipher } from './web-content-cipher.js'

const encoder = new TextEncoder()

/** @see https://www.rfc-editor.org/rfc/rfc2104.html#section-2 */
export async function hmacSha256(bytes: Uint8Array<ArrayBuffer>): Promise<HmacSha256> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify'])
  return {
    async sign(text) {
      return encodeBase64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text))))
    },
    verify: (text, tag) => crypto.subtle.verify('HMAC', key, decodeBase64url(tag), encoder.encode(text)),
  }
}

/** The SHA-256 digest of a text, in base64url. */
export async function sha256Base64url(text: string): Promise<string> {
  return encodeBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text))))
}
