import { hmacSha256 } from '#crypto'
import type { Awaitable } from '../../../model/awaitable.js'
import { cached } from '../base/cached.js'
import { isBase64url } from './base64url.js'
import { deriveKey, requireSecrets } from './keys.js'
import type { HmacSha256 } from './platform-crypto.js'

export interface Mac {
  /** Returns the MAC under the first secret, in base64url. */
  sign(text: string): Awaitable<string>
  /** Whether the MAC is valid under any of the secrets. Compares in constant time. */
  verify(text: string, mac: string): Promise<boolean>
}

export interface NamingMac extends Mac {
  /**
   * Returns the MAC under each secret. During a rotation, at least one of them is the same in all processes.
   */
  signAll(text: string): Promise<string[]>
}

/**
 * Creates and verifies MACs for one purpose. A MAC for one purpose is invalid for any other.
 *
 * @see https://www.rfc-editor.org/rfc/rfc2104.html#section-2
 */
export function createMac(secrets: readonly string[], purpose: string): NamingMac {
  return new SecretsMac(requireSecrets(secrets), purpose)
}

export type MacOf = (secrets: readonly string[], purpose: string) => NamingMac

/** Limited, because a configuration that is a function of the request may need any number of MACs. */
const MAX_MACS = 1_000

/**
 * Returns a function that caches MACs. So keys are derived only once, even if each request has a new
 * configuration.
 */
export function macsOf(): MacOf {
  const macs = new Map<string, NamingMac>()
  return (secrets, purpose) =>
    cached(macs, MAX_MACS, JSON.stringify([secrets, purpose]), () => createMac(secrets, purpose))
}

/** HMAC-SHA-256 in base64url. */
const MAC_LENGTH = 43

/** 132 bits in base64url. */
const TAG_LENGTH = 22

/** Returns a short MAC that identifies a string in the store without revealing it. */
export async function macTag(mac: Mac, text: string): Promise<string> {
  return (await mac.sign(text)).slice(0, TAG_LENGTH)
}

export async function macTags(mac: NamingMac, text: string): Promise<string[]> {
  return (await mac.signAll(text)).map((each) => each.slice(0, TAG_LENGTH))
}

class SecretsMac implements NamingMac {
  readonly #secrets: readonly [string, ...string[]]
  readonly #purpose: string
  readonly #keys = new Map<string, Promise<HmacSha256>>()

  constructor(secrets: readonly [string, ...string[]], purpose: string) {
    this.#secrets = secrets
    this.#purpose = purpose
  }

  async sign(text: string): Promise<string> {
    return (await this.#key(this.#secrets[0])).sign(text)
  }

  signAll(text: string): Promise<string[]> {
    return Promise.all(this.#secrets.map(async (secret) => (await this.#key(secret)).sign(text)))
  }

  async verify(text: string, mac: string): Promise<boolean> {
    if (mac.length !== MAC_LENGTH || !isBase64url(mac)) return false
    for (const secret of this.#secrets) {
      if (await (await this.#key(secret)).verify(text, mac)) return true
    }
    return false
  }

  #key(secret: string): Promise<HmacSha256> {
    const existing = this.#keys.get(secret)
    if (existing) return existing
    const key = this.#derive(secret)
    this.#keys.set(secret, key)
    // After a failed derivation, the next call tries again.
    key.catch(() => this.#keys.delete(secret))
    return key
  }

  async #derive(secret: string): Promise<HmacSha256> {
    return hmacSha256(await deriveKey(secret, ['mac', this.#purpose]))
  }
}
