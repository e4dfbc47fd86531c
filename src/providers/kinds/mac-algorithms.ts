/**
 * The algorithms by which a provider authenticates tokens with the client secret (HMAC), by name, and their hashes. The secret must be
 * as long as the hash, or longer.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7518.html#section-3.2
 */
export const macAlgorithms: ReadonlyMap<string | undefined, 'SHA-256' | 'SHA-384' | 'SHA-512'> = new Map([
  ['HS256', 'SHA-256'],
  ['HS384', 'SHA-384'],
  ['HS512', 'SHA-512'],
])
