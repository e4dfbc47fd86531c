/**
 * The algorithms whose key is the client secret. The secret must be at least as long as the hash.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7518.html#section-3.2
 */
export const macAlgorithms: ReadonlyMap<string | undefined, 'SHA-256' | 'SHA-384' | 'SHA-512'> = new Map([
  ['HS256', 'SHA-256'],
  ['HS384', 'SHA-384'],
  ['HS512', 'SHA-512'],
])
