import { decodeBase64url, encodeParts, joinBytes } from './base64url.js'
import type { ContentCipher } from './platform-crypto.js'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Returns a cipher for `A256CBC-HS512`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7518.html#section-5.2.2
 */
export async function cipherBlockChaining(bytes: Uint8Array<ArrayBuffer>): Promise<ContentCipher> {
  const { subtle } = crypto
  const hmac = { name: 'HMAC', hash: 'SHA-512' }
  const macKey = await subtle.importKey('raw', bytes.slice(0, 32), hmac, false, ['sign'])
  const key = await subtle.importKey('raw', bytes.slice(32), 'AES-CBC', false, ['encrypt', 'decrypt'])
  const tagOf = async (
    header: string,
    iv: Uint8Array,
    ciphertext: Uint8Array,
  ): Promise<Uint8Array<ArrayBuffer>> => {
    // The length of the header in bits, as a 64-bit big-endian integer.
    const headerBits = new Uint8Array(8)
    new DataView(headerBits.buffer).setUint32(4, header.length * 8)
    const authenticated = joinBytes([encoder.encode(header), iv, ciphertext, headerBits])
    return new Uint8Array(await subtle.sign('HMAC', macKey, authenticated), 0, 32)
  }
  return {
    async encrypt(header, plaintext) {
      const iv = crypto.getRandomValues(new Uint8Array(16))
      const sealed = await subtle.encrypt({ name: 'AES-CBC', iv }, key, encoder.encode(plaintext))
      const ciphertext = new Uint8Array(sealed)
      return encodeParts(iv, ciphertext, await tagOf(header, iv, ciphertext))
    },
    async decrypt(header, encodedIv, encodedCiphertext, tag) {
      const iv = decodeBase64url(encodedIv)
      const ciphertext = decodeBase64url(encodedCiphertext)
      if (!areEqual(decodeBase64url(tag), await tagOf(header, iv, ciphertext))) return undefined
      try {
        return decoder.decode(await subtle.decrypt({ name: 'AES-CBC', iv }, key, ciphertext))
      } catch {
        return undefined
      }
    },
  }
}

/** Whether two byte arrays are equal. Compares in constant time. */
function areEqual(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length
  for (let index = 0; index < right.length; index++) difference |= (left[index] ?? 0) ^ (right[index] ?? 0)
  return difference === 0
}
