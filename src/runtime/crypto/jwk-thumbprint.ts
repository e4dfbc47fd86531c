import { encodeBase64url } from './base64url.js'

/**
 * The thumbprint of a symmetric key: a name for it that tells nothing about it.
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
