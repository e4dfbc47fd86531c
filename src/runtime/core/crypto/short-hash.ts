import { sha256 } from '#sha256'

/** 128 bits in hexadecimal. */
export const SHORT_HASH_LENGTH = 32

/**
 * The hash of a name is in lower case. So the hashes of two names differ even in a case-insensitive
 * collation, in which the names may be equal.
 */
export async function shortHash(text: string): Promise<string> {
  return (await sha256(text)).slice(0, SHORT_HASH_LENGTH)
}
