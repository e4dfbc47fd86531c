import { contentCipher } from '#crypto'
import type { Awaitable } from '../../model/awaitable.js'
import { encodeBase64url, isBase64url } from './base64url.js'
import { deriveKey, jwkThumbprint } from './keys.js'
import type { ContentCipher, ContentEncryption } from './platform-crypto.js'

/** A compact JWE of the algorithm `dir`, taken apart. @see https://www.rfc-editor.org/rfc/rfc7516.html#section-7.1 */
export interface CompactJwe {
  /** The protected header, as it stands in the token. */
  readonly header: string
  readonly iv: string
  readonly ciphertext: string
  readonly tag: string
}

/** No encrypted key; initialization vector, ciphertext and tag in base64url. */
const form = /^([\w-]+)\.\.([\w-]+)\.([\w-]*)\.([\w-]+)$/

/** Tokens longer than this, in characters, are neither made nor looked at; many servers take even less. */
export const MAX_TOKEN_LENGTH = 32_768

/** Takes a token apart. `undefined` for anything but a compact JWE in its one spelling, and of a length that is looked at. */
export function parseJwe(token: string): CompactJwe | undefined {
  if (token.length > MAX_TOKEN_LENGTH) return undefined
  const { 1: header = '', 2: iv = '', 3: ciphertext = '', 4: tag = '' } = form.exec(token) ?? []
  if (header === '' || !isBase64url(iv) || !isBase64url(ciphertext) || !isBase64url(tag)) return undefined
  return { header, iv, ciphertext, tag }
}

/** A key that encrypts tokens directly, and the header by which they say so. */
export interface JweKey {
  readonly id: string
  readonly encryption: ContentEncryption
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The protected header of the tokens that it encrypts. */
  readonly header: string
  encrypt(plaintext: string): Awaitable<string>
  /** The plaintext, or `undefined` when it was not encrypted with this key, or was altered. */
  decrypt(jwe: CompactJwe): Awaitable<string | undefined>
}

/** Characters of initialization vector and tag, which a token cannot choose. */
const lengths = { A256GCM: { iv: 16, tag: 22 }, 'A256CBC-HS512': { iv: 22, tag: 43 } } as const

/** @param id - The name of the key in headers. */
export async function jweKey(
  encryption: ContentEncryption,
  bytes: Uint8Array<ArrayBuffer>,
  id: string,
): Promise<JweKey> {
  const cipher: ContentCipher = await contentCipher(encryption, bytes)
  const text = JSON.stringify({ alg: 'dir', enc: encryption, kid: id })
  const header = encodeBase64url(new TextEncoder().encode(text))
  const { iv: ivLength, tag: tagLength } = lengths[encryption]
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
    decrypt({ header: own, iv, ciphertext, tag }) {
      return iv.length === ivLength && tag.length === tagLength
        ? cipher.decrypt(own, iv, ciphertext, tag)
        : undefined
    },
  }
}

/** Enough of a thumbprint to distinguish a handful of keys: 96 bits. */
const keyIdLength = 16

/** Derives one key a secret, in the order of the secrets. */
export function sealingKeys(secrets: readonly string[], use: readonly string[]): Promise<JweKey[]> {
  return Promise.all(
    secrets.map(async (secret) => {
      const bytes = await deriveKey(secret, ['seal', ...use])
      return jweKey('A256GCM', bytes, (await jwkThumbprint(bytes)).slice(0, keyIdLength))
    }),
  )
}

/**
 * The claims of a decrypted token, or `undefined` when the text holds none or the token is not valid now.
 *
 * @param now - Seconds since 1970.
 * @param tolerance - Seconds by which two clocks may differ. Default: none.
 * @see https://www.rfc-editor.org/rfc/rfc7519.html#section-4.1
 */
export function claimsInTime(text: string, now: number, tolerance = 0): Record<string, unknown> | undefined {
  const claims = claimsOf(text)
  if (!claims) return undefined
  const { exp, nbf } = claims as { exp?: number; nbf?: number }
  if (exp !== undefined && exp <= now - tolerance) return undefined
  if (nbf !== undefined && nbf > now + tolerance) return undefined
  return claims
}

/** The claims of a decrypted token, whatever its times; `undefined` when the text holds none. */
export function claimsOf(text: string): Record<string, unknown> | undefined {
  const claims = parse(text)
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) return undefined
  const { exp, nbf, iat } = claims as Record<string, unknown>
  if (!isTime(exp) || !isTime(nbf) || !isTime(iat)) return undefined
  return claims as Record<string, unknown>
}

function isTime(value: unknown): value is number | undefined {
  return value === undefined || typeof value === 'number'
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
