import type { Awaitable } from '../../../../model/awaitable.js'

export interface StoredHash {
  /** Whether the hash has the algorithm and the parameters of new hashes. */
  readonly isCurrent: boolean
  /** Maximum number of bytes of a password. The algorithm ignores all further bytes. Default: no limit. */
  readonly maxBytes?: number
  /** Whether the password has this hash. Returns `undefined` if the hash turns out to have another format. */
  matches(password: string): Awaitable<boolean | undefined>
}

/** The message is for the log, and contains no part of the hash. */
export class UnreadableHash extends Error {
  override readonly name = 'UnreadableHash'
}

/** Whether two byte arrays are equal. The comparison takes a time that depends only on the lengths. */
export function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0)
  return difference === 0
}
