import { sha256 } from '#sha256'

/** 128 bits in hexadecimal. */
export const SHORT_HASH_LENGTH = 32

/** Hashes of different names differ even in a case-insensitive collation, unlike the names themselves. */
export async function shortHash(text: string): Promise<string> {
  return (await sha256(text)).slice(0, SHORT_HASH_LENGTH)
}
