import { decodeBase64url, encodeBase64url } from './base64url.js'
import type { ContentCipher, ContentEncryption, HmacSha256 } from './platform-crypto.js'

/*
 * What every runtime encrypts and digests with. `imports` of package.json puts src/node/crypto.ts in its place on
 * Node.js, which is synchronous.
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

/** The SHA-256 digest of a string, in base64url. */
export async function sha256Base64url(text: string): Promise<string> {
  return encodeBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text))))
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Content encryption by Web Crypto, for every runtime.
 *
 * @param key - 32 bytes for `A256GCM`, 64 for `A256CBC-HS512`.
 */
export function contentCipher(
  encryption: ContentEncryption,
  key: Uint8Array<ArrayBuffer>,
): Promise<ContentCipher> {
  return encryption === 'A256GCM' ? galoisCounterMode(key) : cipherBlockChaining(key)
}

/** @see https://www.rfc-editor.org/rfc/rfc7518.html#section-5.3 */
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
      return compact(iv, ciphertext, new Uint8Array(sealed, ciphertext.length))
    },
    async decrypt(header, iv, ciphertext, tag) {
      const sealed = joined(decodeBase64url(ciphertext), decodeBase64url(tag))
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

/** @see https://www.rfc-editor.org/rfc/rfc7518.html#section-5.2.2 */
async function cipherBlockChaining(bytes: Uint8Array<ArrayBuffer>): Promise<ContentCipher> {
  const { subtle } = crypto
  const hmac = { name: 'HMAC', hash: 'SHA-512' }
  const macKey = await subtle.importKey('raw', bytes.slice(0, 32), hmac, false, ['sign'])
  const key = await subtle.importKey('raw', bytes.slice(32), 'AES-CBC', false, ['encrypt', 'decrypt'])
  const tagOf = async (
    header: string,
    iv: Uint8Array,
    ciphertext: Uint8Array,
  ): Promise<Uint8Array<ArrayBuffer>> => {
    const bits = new Uint8Array(8)
    new DataView(bits.buffer).setUint32(4, header.length * 8)
    const authenticated = joined(encoder.encode(header), iv, ciphertext, bits)
    return new Uint8Array(await subtle.sign('HMAC', macKey, authenticated), 0, 32)
  }
  return {
    async encrypt(header, plaintext) {
      const iv = crypto.getRandomValues(new Uint8Array(16))
      const sealed = await subtle.encrypt({ name: 'AES-CBC', iv }, key, encoder.encode(plaintext))
      const ciphertext = new Uint8Array(sealed)
      return compact(iv, ciphertext, await tagOf(header, iv, ciphertext))
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

/** Compares in constant time. */
function areEqual(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length
  for (let index = 0; index < right.length; index++) difference |= (left[index] ?? 0) ^ (right[index] ?? 0)
  return difference === 0
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

function compact(...parts: readonly Uint8Array[]): string {
  return parts.map(encodeBase64url).join('.')
}
