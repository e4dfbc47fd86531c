import { decodeBase64url, encodeBase64url, isBase64url } from './base64url.js'
import { deriveKey } from './derive-key.js'
import { requireSecrets } from './require-secrets.js'

/** Marks texts as the application's own, for one purpose. */
export interface Mac {
  /** The text's HMAC-SHA-256 under the first secret, in base64url. */
  sign(text: string): Promise<string>
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
  return new HmacSha256(requireSecrets(secrets), purpose)
}

class HmacSha256 implements Mac {
  readonly #secrets: readonly [string, ...string[]]
  readonly #purpose: string
  readonly #keys = new Map<string, Promise<CryptoKey>>()

  constructor(secrets: readonly [string, ...string[]], purpose: string) {
    this.#secrets = secrets
    this.#purpose = purpose
  }

  async sign(text: string): Promise<string> {
    const key = await this.#key(this.#secrets[0])
    const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))
    return encodeBase64url(new Uint8Array(signature))
  }

  async verify(text: string, mac: string): Promise<boolean> {
    if (mac.length !== 43 || !isBase64url(mac)) return false
    const signature = decodeBase64url(mac)
    const data = new TextEncoder().encode(text)
    for (const secret of this.#secrets) {
      if (await crypto.subtle.verify('HMAC', await this.#key(secret), signature, data)) return true
    }
    return false
  }

  #key(secret: string): Promise<CryptoKey> {
    const known = this.#keys.get(secret)
    if (known) return known
    const key = importKey(secret, this.#purpose)
    this.#keys.set(secret, key)
    return key
  }
}

async function importKey(secret: string, purpose: string): Promise<CryptoKey> {
  const bytes = await deriveKey(secret, ['mac', purpose])
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
}
