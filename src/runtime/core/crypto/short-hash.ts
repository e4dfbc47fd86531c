import { sha256 } from '#sha256'

/** Length of a short hash, in characters: 128 bits. */
export const SHORT_HASH_LENGTH = 32

/**
 * The first 128 bits of a SHA-256 hash, in lower-case hexadecimal. It distinguishes names also in case-insensitive
 * collations, which ids do not.
 */
export async function shortHash(text: string): Promise<string> {
  return (await sha256(text)).slice(0, SHORT_HASH_LENGTH)
}
