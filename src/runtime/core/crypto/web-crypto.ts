import { decodeBase64url, encodeBase64url, encodeParts, joinBytes } from './base64url.js'
import { cipherBlockChaining } from './cipher-block-chaining.js'
import type { ContentCipher, ContentEncryption, HmacSha256 } from './platform-crypto.js'

/*
 * On Node.js, `imports` of package.json replaces this module with src/node/crypto.ts, which is synchronous.
 */

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

export async function sha256Base64url(text: string): Promise<string> {
  return encodeBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text))))
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Returns a cipher for a content encryption.
 *
 * @param key - 32 bytes for `A256GCM`, 64 for `A256CBC-HS512`.
 */
export async function contentCipher(
  encryption: ContentEncryption,
  key: Uint8Array<ArrayBuffer>,
): Promise<ContentCipher> {
  if (encryption === 'A256GCM') return galoisCounterMode(key)
  // Only tokens of Auth.js use `A256CBC-HS512`.
  return cipherBlockChaining(key)
}

/**
 * Returns a cipher for `A256GCM`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7518.html#section-5.3
 */
async function galoisCounterMode(bytes: Uint8Array<ArrayBuffer>): Promise<ContentCipher> {
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  const algorithm = (iv: Uint8Array<ArrayBuffer>, header: string): AesGcmParams => ({
    name: 'AES-GCM',
    iv,
    additionalData: encoder.encode(header),
  })
  return {
    async encrypt(header, plaintext) {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const sealed = await crypto.subtle.encrypt(algorithm(iv, header), key, encoder.encode(plaintext))
      const ciphertext = new Uint8Array(sealed, 0, sealed.byteLength - 16)
      return encodeParts(iv, ciphertext, new Uint8Array(sealed, ciphertext.length))
    },
    async decrypt(header, iv, ciphertext, tag) {
      const sealed = joinBytes([decodeBase64url(ciphertext), decodeBase64url(tag)])
      try {
        return decoder.decode(
          await crypto.subtle.decrypt(algorithm(decodeBase64url(iv), header), key, sealed),
        )
      } catch {
        return undefined
      }
    },
  }
}
