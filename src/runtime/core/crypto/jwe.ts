import { contentCipher } from '#crypto'
import type { Awaitable } from '../../../model/awaitable.js'
import { encodeBase64url, isBase64url } from './base64url.js'
import { deriveKey, jwkThumbprint } from './keys.js'
import type { ContentCipher, ContentEncryption } from './platform-crypto.js'

/** @see https://www.rfc-editor.org/rfc/rfc7516.html#section-7.1 */
export interface CompactJwe {
  readonly header: string
  readonly iv: string
  readonly ciphertext: string
  readonly tag: string
}

/** A compact JWE whose encrypted key is empty. */
const COMPACT_JWE = /^([\w-]+)\.\.([\w-]+)\.([\w-]*)\.([\w-]+)$/

/** In characters. Many servers refuse even shorter request headers. */
export const MAX_TOKEN_LENGTH = 32_768

export function parseJwe(token: string): CompactJwe | undefined {
  if (token.length > MAX_TOKEN_LENGTH) return undefined
  const { 1: header = '', 2: iv = '', 3: ciphertext = '', 4: tag = '' } = COMPACT_JWE.exec(token) ?? []
  if (header === '' || ![header, iv, ciphertext, tag].every(isBase64url)) return undefined
  return { header, iv, ciphertext, tag }
}

/**
 * `Uint8Array<ArrayBuffer>` in a form that TypeScript before 5.7 understands, because applications compile
 * declarations that depend on this module.
 */
type Bytes = ReturnType<TextEncoder['encode']>

export interface JweKey {
  readonly id: string
  readonly encryption: ContentEncryption
  readonly bytes: Bytes
  readonly header: string
  encrypt(plaintext: string): Awaitable<string>
  /** Decrypts a token. Returns `undefined` if it was altered or not encrypted with this key. */
  decrypt(jwe: CompactJwe): Awaitable<string | undefined>
}

/** In base64url characters. */
const LENGTHS = { A256GCM: { iv: 16, tag: 22 }, 'A256CBC-HS512': { iv: 22, tag: 43 } } as const

export async function jweKey(encryption: ContentEncryption, bytes: Bytes, id: string): Promise<JweKey> {
  const cipher: ContentCipher = await contentCipher(encryption, bytes)
  const text = JSON.stringify({ alg: 'dir', enc: encryption, kid: id })
  const header = encodeBase64url(new TextEncoder().encode(text))
  const { iv: ivLength, tag: tagLength } = LENGTHS[encryption]
  return {
    id,
    encryption,
    bytes,
    header,
    encrypt(plaintext) {
      const encrypted = cipher.encrypt(header, plaintext)
      return typeof encrypted === 'string'
        ? `${header}..${encrypted}`
        : encrypted.then((rest) => `${header}..${rest}`)
    },
    decrypt({ header: received, iv, ciphertext, tag }) {
      return iv.length === ivLength && tag.length === tagLength
        ? cipher.decrypt(received, iv, ciphertext, tag)
        : undefined
    },
  }
}

/** In base64url characters. 96 bits of the thumbprint are enough to distinguish a few keys. */
const KEY_ID_LENGTH = 16

export function sealingKeys(secrets: readonly string[], use: readonly string[]): Promise<JweKey[]> {
  return Promise.all(
    secrets.map(async (secret) => {
      const bytes = await deriveKey(secret, ['seal', ...use])
      return jweKey('A256GCM', bytes, (await jwkThumbprint(bytes)).slice(0, KEY_ID_LENGTH))
    }),
  )
}
