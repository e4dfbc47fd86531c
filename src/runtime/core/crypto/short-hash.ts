import { sha256 } from '#sha256'

/** Length of a short hash, in characters: 128 bits. */
export const SHORT_HASH_LENGTH = 32

/**
 * The first 128 bits of a SHA-256 hash, in lower-case hexadecimal. Hashes of different names differ even in a
 * case-insensitive collation, unlike the names themselves.
 */
export async function shortHash(text: string): Promise<string> {
  return (await sha256(text)).slice(0, SHORT_HASH_LENGTH)
}
