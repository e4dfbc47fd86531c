import { sha256 } from '#sha256'
import { requireSecrets } from '../../core/crypto/keys.js'
import type { Mac } from '../../core/crypto/mac.js'

/**
 * Creates hashes like Auth.js 5, which signs a string with the SHA-256 hash of the string followed by all
 * secrets, joined by commas. With several secrets, `sign` appends `|` and the hash with only the first
 * secret, which Auth.js ignores. While secrets are rotated, a process with another list accepts that hash if
 * its list contains the first secret.
 */
export function createAuthjsMac(configured: readonly string[]): Mac {
  const secrets = requireSecrets(configured)
  const joined = secrets.join(',')
  // A rotation adds a new secret at the front, so earlier lists are the ends of the current list.
  const endsOfList = secrets.map((_, index) => secrets.slice(index).join(','))
  const accepted = new Set([...endsOfList, ...secrets])
  const hashes = (text: string, keys: Iterable<string>): Promise<string[]> =>
    Promise.all([...keys].map((key) => sha256(text + key)))
  return {
    sign: async (text) => (await hashes(text, new Set([joined, secrets[0]]))).join('|'),
    async verify(text, mac) {
      const expected = await hashes(text, accepted)
      return mac.split('|').some((part) => expected.map((hash) => isEqual(hash, part)).includes(true))
    },
  }
}

/** Compares strings of the same length in constant time. */
function isEqual(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (let index = 0; index < one.length; index++)
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index)
  return difference === 0
}
