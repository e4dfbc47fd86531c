import { sha256 } from '#sha256'
import { requireSecrets } from '../../core/crypto/keys.js'
import type { Mac } from '../../core/crypto/mac.js'

/**
 * Signs strings like Auth.js 5: SHA-256 of the string followed by all secrets, joined by commas. Also
 * verifies MACs from before a secret was added at the front, and MACs made with a single secret.
 *
 * @throws MissingSecret if there is no secret, or an empty one.
 */
export function createAuthjsMac(secretTexts: readonly string[]): Mac {
  const secrets = requireSecrets(secretTexts)
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
