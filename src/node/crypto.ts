import { Buffer } from 'node:buffer'
import type { Cipher } from 'node:crypto'
import type { ContentCipher, ContentEncryption, HmacSha256 } from '../runtime/core/crypto/platform-crypto.js'

export type NodeCrypto = typeof import('node:crypto')

/**
 * Loads `node:crypto` on first use, because it takes longer to load than the rest of the package.
 *
 * @see https://nodejs.org/docs/latest-v20.x/api/process.html#processgetbuiltinmoduleid
 */
export function nodeCrypto(): NodeCrypto {
  const { process } = globalThis as { process?: Partial<NodeJS.Process> }
  const crypto = process?.getBuiltinModule?.('node:crypto')
  if (crypto) return crypto
  throw new Error(
    'This application was bundled for Node.js, but this runtime has no node:crypto. On Cloudflare Workers, set the compatibility flag nodejs_compat.',
  )
}

/** @see https://www.rfc-editor.org/rfc/rfc2104.html#section-2 */
export function hmacSha256(bytes: Uint8Array<ArrayBuffer>): HmacSha256 {
  const { createHmac, createSecretKey, timingSafeEqual } = nodeCrypto()
  const key = createSecretKey(bytes)
  const digest = (text: string): Buffer => createHmac('sha256', key).update(text, 'utf8').digest()
  return {
    sign: (text) => digest(text).toString('base64url'),
    verify(text, tag) {
      const received = Buffer.from(tag, 'base64url')
      const expected = digest(text)
      return received.length === expected.length && timingSafeEqual(received, expected)
    },
  }
}

export function sha256Base64url(text: string): string {
  return nodeCrypto().createHash('sha256').update(text, 'utf8').digest('base64url')
}

/** In lower-case hexadecimal. */
export function sha256(text: string): string {
  const { hash, createHash } = nodeCrypto()
  // `hash` takes a third of the time, but not every runtime that resolves the condition `node` has it.
  if (hash) return hash('sha256', text, 'hex')
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** @param key - 32 bytes for `A256GCM`, 64 for `A256CBC-HS512`. */
export function contentCipher(encryption: ContentEncryption, key: Uint8Array<ArrayBuffer>): ContentCipher {
  const crypto = nodeCrypto()
  return encryption === 'A256GCM' ? galoisCounterMode(crypto, key) : cipherBlockChaining(crypto, key)
}

/** @see https://www.rfc-editor.org/rfc/rfc7518.html#section-5.3 */
function galoisCounterMode(crypto: NodeCrypto, bytes: Uint8Array): ContentCipher {
  const { createCipheriv, createDecipheriv, createSecretKey } = crypto
  const key = createSecretKey(bytes)
  const nextIv = ivGenerator(crypto, 12)
  return {
    encrypt(header, plaintext) {
      const iv = nextIv()
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      cipher.setAAD(Buffer.from(header, 'latin1'))
      const ciphertext = encrypted(cipher, plaintext)
      return compact(iv, ciphertext, cipher.getAuthTag())
    },
    decrypt(header, iv, ciphertext, tag) {
      try {
        const authTagLength = 16
        const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), { authTagLength })
        decipher.setAAD(Buffer.from(header, 'latin1'))
        decipher.setAuthTag(Buffer.from(tag, 'base64url'))
        return decipher.update(ciphertext, 'base64url', 'utf8') + decipher.final('utf8')
      } catch {
        return undefined
      }
    },
  }
}

/** @see https://www.rfc-editor.org/rfc/rfc7518.html#section-5.2.2 */
function cipherBlockChaining(crypto: NodeCrypto, bytes: Uint8Array): ContentCipher {
  const { createCipheriv, createDecipheriv, createSecretKey, timingSafeEqual } = crypto
  const authenticationTag = authenticationTags(crypto, bytes.subarray(0, 32))
  const key = createSecretKey(bytes.subarray(32))
  const nextIv = ivGenerator(crypto, 16)
  return {
    encrypt(header, plaintext) {
      const iv = nextIv()
      const ciphertext = encrypted(createCipheriv('aes-256-cbc', key, iv), plaintext)
      return compact(iv, ciphertext, authenticationTag(header, iv, ciphertext))
    },
    decrypt(header, encodedIv, encodedCiphertext, tag) {
      const iv = Buffer.from(encodedIv, 'base64url')
      const ciphertext = Buffer.from(encodedCiphertext, 'base64url')
      const received = Buffer.from(tag, 'base64url')
      const expected = authenticationTag(header, iv, ciphertext)
      if (received.length !== expected.length || !timingSafeEqual(received, expected)) return undefined
      try {
        const decipher = createDecipheriv('aes-256-cbc', key, iv)
        return decipher.update(ciphertext, undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return undefined
      }
    },
  }
}

/** Fills a pool of 64 IVs at a time, because each call of `randomFillSync` has a high fixed cost. No byte is used twice. */
function ivGenerator({ randomFillSync }: NodeCrypto, size: number): () => Buffer {
  const pool = Buffer.alloc(size * 64)
  let offset = pool.length
  return () => {
    if (offset === pool.length) {
      randomFillSync(pool)
      offset = 0
    }
    offset += size
    return Buffer.from(pool.subarray(offset - size, offset))
  }
}

function encrypted(cipher: Cipher, plaintext: string): Buffer {
  return Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
}

/** @see https://www.rfc-editor.org/rfc/rfc7518.html#section-5.2.2.1 */
function authenticationTags(
  { createHmac, createSecretKey }: NodeCrypto,
  bytes: Uint8Array,
): AuthenticationTag {
  const key = createSecretKey(bytes)
  // In bits, as a 64-bit big-endian integer.
  const headerBits = Buffer.alloc(8)
  return (header, iv, ciphertext) => {
    headerBits.writeUInt32BE(header.length * 8, 4)
    const mac = createHmac('sha512', key)
      .update(header, 'latin1')
      .update(iv)
      .update(ciphertext)
      .update(headerBits)
    return mac.digest().subarray(0, 32)
  }
}

type AuthenticationTag = (header: string, iv: Buffer, ciphertext: Buffer) => Buffer

/** The last three parts of a JWE. @see https://www.rfc-editor.org/rfc/rfc7516.html#section-7.1 */
function compact(iv: Buffer, ciphertext: Buffer, tag: Buffer): string {
  return `${iv.toString('base64url')}.${ciphertext.toString('base64url')}.${tag.toString('base64url')}`
}
