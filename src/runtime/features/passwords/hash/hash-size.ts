/** Maximum size of a password hash. The cookie of a sign-up has room for it. */
export const MAX_HASH_BYTES = 256

/** Size of a password hash in a sealed cookie, in bytes. */
export function hashSize(hash: string): number {
  return new TextEncoder().encode(JSON.stringify(hash)).length - JSON.stringify('').length
}
