import { MissingSecret } from '../../../errors.js'
import { encodeBase64url } from './base64url.js'

export function requireSecrets(secrets: readonly string[]): readonly [string, ...string[]] {
  const [first, ...older] = secrets
  if (first !== undefined && !secrets.includes('')) return [first, ...older]
  throw new MissingSecret(
    '`secret` is missing or empty. If AUTH_SECRET is in .env, start with `NODE_ENV=… node --env-file=.env`. Else set it to 32 random characters or more: `npx authwright secret --write` puts it into .env, or .env.local in Next.js.',
  )
}

const KEY_BITS = 256

/**
 * Derives a key for one purpose from a secret, with HKDF.
 *
 * @param use - Purpose of the key, from general to specific. Each part is prefixed with its length, so
 * `['ab', 'c']` and `['a', 'bc']` yield different keys.
 * @see https://www.rfc-editor.org/rfc/rfc5869.html#section-3.2
 */
export async function deriveKey(secret: string, use: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  const label = ['authwright', ...use].map((part) => `${part.length}:${part}`).join('')
  const material = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveBits'])
  // A hash, because some runtimes accept at most 1,024 bytes of `info`.
  const info = await crypto.subtle.digest('SHA-256', encoder.encode(label))
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, material, KEY_BITS))
}

/**
 * Returns the JWK thumbprint of a symmetric key. The key cannot be computed from its thumbprint.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7638.html#section-3
 */
export async function jwkThumbprint(
  key: Uint8Array<ArrayBuffer>,
  digest: 'SHA-256' | 'SHA-512' = 'SHA-256',
): Promise<string> {
  const members = new TextEncoder().encode(JSON.stringify({ k: encodeBase64url(key), kty: 'oct' }))
  return encodeBase64url(new Uint8Array(await crypto.subtle.digest(digest, members)))
}
