/** Limits the size of the sign-up cookie. */
export const MAX_HASH_BYTES = 256

/** In bytes, as JSON in a sealed cookie. */
export function hashSize(hash: string): number {
  return new TextEncoder().encode(JSON.stringify(hash)).length - JSON.stringify('').length
}
