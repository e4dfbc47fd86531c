import { hmacSha256 } from '#crypto'
import { sha256 } from '#sha256'
import type { Awaitable } from '../../model/awaitable.js'
import { whenKnown } from '../base/awaitable.js'
import { isBase64url } from './base64url.js'
import { deriveKey, requireSecrets } from './keys.js'
import type { HmacSha256 } from './platform-crypto.js'

/** Marks texts as the application's own, for one purpose. */
export interface Mac {
  /** The text's HMAC-SHA-256 under the first secret, in base64url. */
  sign(text: string): Awaitable<string>
  /** Whether `mac` is the text's HMAC under any of the secrets, compared in constant time. */
  verify(text: string, mac: string): Promise<boolean>
}

/**
 * @param secrets - The first signs; each verifies.
 * @param purpose - A MAC for one purpose is none for another.
 * @throws MissingSecret when there is no secret, or an empty one.
 * @see https://www.rfc-editor.org/rfc/rfc2104.html#section-2
 */
export function createMac(secrets: readonly string[], purpose: string): Mac {
  return new SecretsMac(requireSecrets(secrets), purpose)
}

class SecretsMac implements Mac {
  readonly #secrets: readonly [string, ...string[]]
  readonly #purpose: string
  readonly #keys = new Map<string, Awaitable<HmacSha256>>()

  constructor(secrets: readonly [string, ...string[]], purpose: string) {
    this.#secrets = secrets
    this.#purpose = purpose
  }

  sign(text: string): Awaitable<string> {
    return whenKnown(this.#key(this.#secrets[0]), (key) => key.sign(text))
  }

  async verify(text: string, mac: string): Promise<boolean> {
    if (mac.length !== 43 || !isBase64url(mac)) return false
    for (const secret of this.#secrets) {
      if (await (await this.#key(secret)).verify(text, mac)) return true
    }
    return false
  }

  #key(secret: string): Awaitable<HmacSha256> {
    const known = this.#keys.get(secret)
    if (known) return known
    const key = this.#derive(secret)
    this.#keys.set(secret, key)
    return key
  }

  async #derive(secret: string): Promise<HmacSha256> {
    const key = await hmacSha256(await deriveKey(secret, ['mac', this.#purpose]))
    this.#keys.set(secret, key)
    return key
  }
}

/**
 * Marks texts as Auth.js 5 does: SHA-256 of the text and all secrets with commas between them. What was marked
 * before a secret was added in front, or with one secret alone, is known too.
 *
 * @throws MissingSecret when there is no secret, or an empty one.
 */
export function createAuthjsMac(given: readonly string[]): Mac {
  const secrets = requireSecrets(given)
  const older = secrets.map((_, index) => secrets.slice(index).join(','))
  const keys = new Set([...older, ...secrets])
  return {
    sign: async (text) => sha256(text + secrets.join(',')),
    async verify(text, mac) {
      const hashes = await Promise.all([...keys].map((key) => sha256(text + key)))
      return hashes.map((hash) => isEqual(hash, mac)).includes(true)
    },
  }
}

/** Compares in constant time. */
function isEqual(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (let index = 0; index < one.length; index++)
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index)
  return difference === 0
}
