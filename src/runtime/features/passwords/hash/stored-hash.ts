import type { Awaitable } from '../../../../model/awaitable.js'

/** A stored hash that can be checked. */
export interface StoredHash {
  /** Whether the hash has the algorithm and the parameters of new hashes. */
  readonly isCurrent: boolean
  /**
   * Number of bytes of a password that the algorithm uses. It ignores all further bytes. Default: no limit.
   */
  readonly maxBytes?: number
  /**
   * Whether a password matches. `undefined` if the hash turns out to have another format.
   *
   * @throws {UnreadableHash} If the hash cannot be checked here.
   */
  matches(password: string): Awaitable<boolean | undefined>
}

/**
 * A stored hash cannot be checked. The message is for the log: it states the reason, and contains no part of
 * the hash.
 */
export class UnreadableHash extends Error {
  override readonly name = 'UnreadableHash'
}

/** Compares two byte arrays in a time that depends only on their lengths. */
export function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0)
  return difference === 0
}

/** @throws {UnreadableHash} If checking a stored hash would take too much time or memory. */
export function requireAffordable(isAffordable: boolean, algorithm: string): void {
  if (isAffordable) return
  throw new UnreadableHash(
    `The ${algorithm} parameters of a stored password hash are larger than allowed, so the hash is not checked.`,
  )
}
