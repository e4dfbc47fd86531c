import { contentCipher } from '#crypto'
import type { Awaitable } from '../../model/awaitable.js'
import { encodeBase64url, isBase64url } from './base64url.js'
import { deriveKey, jwkThumbprint } from './keys.js'
import type { ContentCipher } from './platform-crypto.js'

/** Encrypts the tokens of providers where they are stored. */
export interface AccountTokenCipher {
  /**
   * Encrypts a token with the first secret.
   *
   * @param place - Where it is stored. It opens in no other place.
   */
  seal(token: string, place: readonly string[]): Awaitable<string>
  /**
   * The token in clear; `undefined` where it was sealed with another secret, or for another place. A value that is not sealed is
   * returned as it stands.
   */
  open(stored: string, place: readonly string[]): Awaitable<string | undefined>
}

/** What a sealed value begins with. No token of a provider is stored without it, so none can pretend to be sealed. */
const MARK = 'authwright.1'

/** Mark, key id, initialization vector, ciphertext and tag, with dots between them. */
const form = /^authwright\.1\.([\w-]{16})\.([\w-]{16})\.([\w-]*)\.([\w-]{22})$/

/** Characters of the thumbprint that distinguish a handful of keys: 96 bits. */
const KEY_ID_LENGTH = 16

interface NamedCipher {
  readonly id: string
  readonly cipher: ContentCipher
}

/**
 * A256GCM with a key of each secret. The place is authenticated with the ciphertext, so that a value that is copied into
 * another row, or another column, does not open there.
 *
 * @param secrets - The first seals; each opens what was sealed with it.
 * @see https://www.rfc-editor.org/rfc/rfc5116.html#section-5.2
 */
export async function accountTokenCipher(secrets: readonly string[]): Promise<AccountTokenCipher> {
  const ciphers = await Promise.all(secrets.map(namedCipher))
  const byId = new Map(ciphers.map(({ id, cipher }) => [id, cipher]))
  // There is a first secret.
  const [newest] = ciphers as [NamedCipher]
  return {
    async seal(token, place) {
      return `${MARK}.${newest.id}.${await newest.cipher.encrypt(headerOf(newest.id, place), token)}`
    },
    open(stored, place) {
      if (!stored.startsWith(`${MARK}.`)) return stored
      const { 1: id = '', 2: iv = '', 3: ciphertext = '', 4: tag = '' } = form.exec(stored) ?? []
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

/** ASCII, as ciphers take it. */
function headerOf(id: string, place: readonly string[]): string {
  return `${MARK}.${id}.${encodeBase64url(new TextEncoder().encode(JSON.stringify(place)))}`
}
