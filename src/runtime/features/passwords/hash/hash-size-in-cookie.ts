/** The sign-up cookie contains the hash, so a longer hash is refused. */
export const MAX_HASH_BYTES = 256

/** Returns the number of bytes that the hash needs as JSON in the sealed cookie. */
export function hashSize(hash: string): number {
  return new TextEncoder().encode(JSON.stringify(hash)).length - JSON.stringify('').length
}
