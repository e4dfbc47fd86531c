import { sha256 } from '#sha256'

/** 128 bits in hexadecimal. */
export const SHORT_HASH_LENGTH = 32

/**
 * Returns the first half of the SHA-256 hash, in lower-case hexadecimal. So the hashes of two names differ
 * even if a case-insensitive collation treats the names as equal.
 */
export async function shortHash(text: string): Promise<string> {
  return (await sha256(text)).slice(0, SHORT_HASH_LENGTH)
}
