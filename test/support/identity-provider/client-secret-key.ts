import type { CryptoKey } from 'jose'

/** The key by which a provider marks tokens with a client secret, or with whatever else an attacker takes for it. */
export function clientSecretKey(secret: string | Uint8Array<ArrayBuffer>, alg = 'HS256'): Promise<CryptoKey> {
  const bytes = typeof secret === 'string' ? new TextEncoder().encode(secret) : secret
  const algorithm = { name: 'HMAC', hash: `SHA-${alg.slice(2)}` }
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign'])
}
