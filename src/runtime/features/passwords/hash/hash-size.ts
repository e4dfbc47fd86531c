/** Maximum size of a password hash. A hash of this size fits into the cookie of a sign-up. */
export const MAX_HASH_BYTES = 256

/** Size of a password hash in a sealed cookie, in bytes. */
export function hashSize(hash: string): number {
  return new TextEncoder().encode(JSON.stringify(hash)).length - JSON.stringify('').length
}
