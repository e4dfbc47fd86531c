import { contentCipher } from '#crypto'
import type { Awaitable } from '../../../model/awaitable.js'
import { encodeBase64url, isBase64url } from '../crypto/base64url.js'
import { deriveKey, jwkThumbprint } from '../crypto/keys.js'
import type { ContentCipher } from '../crypto/platform-crypto.js'

export interface AccountTokenCipher {
  /**
   * Encrypts a token.
   *
   * @param place - The row and the column, for example. Only `open` with the same place can decrypt the
   * token.
   */
  seal(token: string, place: readonly string[]): Awaitable<string>
  /**
   * Decrypts a stored token, or returns `undefined` if this fails. Returns a value that is not sealed
   * unchanged.
   */
  open(stored: string, place: readonly string[]): Awaitable<string | undefined>
}

/** A value with this prefix is never a plaintext token, so it is ignored if it cannot be opened. */
const PREFIX = 'authwright.1'

/** Prefix, key id, initialization vector, ciphertext and tag, separated by dots. */
const SEALED = /^authwright\.1\.([\w-]{16})\.([\w-]{16})\.([\w-]*)\.([\w-]{22})$/

/** In base64url characters. 96 bits are enough to distinguish a few keys. */
const KEY_ID_LENGTH = 16

interface NamedCipher {
  readonly id: string
  readonly cipher: ContentCipher
}

/**
 * Encrypts provider tokens. The place is authenticated, so a value that is copied into another row or column
 * cannot be opened.
 *
 * @param secrets - The first secret seals. All secrets can open.
 * @see https://www.rfc-editor.org/rfc/rfc5116.html#section-5.2
 */
export async function accountTokenCipher(secrets: readonly string[]): Promise<AccountTokenCipher> {
  const ciphers = await Promise.all(secrets.map(namedCipher))
  const byId = new Map(ciphers.map(({ id, cipher }) => [id, cipher]))
  const [newest] = ciphers as [NamedCipher]
  return {
    async seal(token, place) {
      return `${PREFIX}.${newest.id}.${await newest.cipher.encrypt(headerOf(newest.id, place), token)}`
    },
    open(stored, place) {
      if (!stored.startsWith(`${PREFIX}.`)) return stored
      const { 1: id = '', 2: iv = '', 3: ciphertext = '', 4: tag = '' } = SEALED.exec(stored) ?? []
      if (![iv, ciphertext, tag].every(isBase64url)) return undefined
      return byId.get(id)?.decrypt(headerOf(id, place), iv, ciphertext, tag)
    },
  }
}

async function namedCipher(secret: string): Promise<NamedCipher> {
  const bytes = await deriveKey(secret, ['seal', 'account token'])
  const id = (await jwkThumbprint(bytes)).slice(0, KEY_ID_LENGTH)
  return { id, cipher: await contentCipher('A256GCM', bytes) }
}

/** Returns the header that is authenticated with the token. It is encoded, because ciphers require ASCII. */
function headerOf(id: string, place: readonly string[]): string {
  return `${PREFIX}.${id}.${encodeBase64url(new TextEncoder().encode(JSON.stringify(place)))}`
}
