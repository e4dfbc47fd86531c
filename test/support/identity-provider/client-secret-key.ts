import type { CryptoKey } from 'jose'

/** The key for MACs with the client secret, or with another string that an attacker uses in its place. */
export function clientSecretKey(secret: string | Uint8Array<ArrayBuffer>, alg = 'HS256'): Promise<CryptoKey> {
  const bytes = typeof secret === 'string' ? new TextEncoder().encode(secret) : secret
  const algorithm = { name: 'HMAC', hash: `SHA-${alg.slice(2)}` }
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign'])
}
