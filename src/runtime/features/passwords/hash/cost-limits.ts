import type { Argon2Cost } from '../../../../platform/key-derivation.js'
import { UnreadableHash } from './stored-hash.js'

/* Stored hashes may come from another application. These limits bound the memory and the time of one check. */

/** In KiB: 256 MiB. */
const ARGON2ID_MAX_MEMORY = 2 ** 18

/** In KiB, over all passes. 1 GiB takes about a second. */
const ARGON2ID_MAX_TOTAL_MEMORY = 2 ** 20

const ARGON2ID_MAX_PARALLELISM = 16

/** A cost of 15 takes about two seconds. */
const BCRYPT_MAX_COST = 15

/** A million iterations of SHA-256 take about half a second. Django 6.0 writes 1,200,000. */
const PBKDF2_MAX_ITERATIONS = 4_000_000

export function requireAffordableArgon2id({ memory, passes, parallelism }: Argon2Cost): void {
  const isAffordable =
    memory <= ARGON2ID_MAX_MEMORY &&
    memory * passes <= ARGON2ID_MAX_TOTAL_MEMORY &&
    parallelism <= ARGON2ID_MAX_PARALLELISM
  requireAffordable(isAffordable, 'Argon2id')
}

export function requireAffordableBcrypt(cost: number): void {
  requireAffordable(cost <= BCRYPT_MAX_COST, 'bcrypt')
}

/**
 * Throws if PBKDF2 would take too long.
 *
 * @param blocks - PBKDF2 repeats the iterations for each block of the key.
 */
export function requireAffordablePbkdf2(iterations: number, blocks: number): void {
  requireAffordable(iterations * blocks <= PBKDF2_MAX_ITERATIONS, 'PBKDF2')
}

function requireAffordable(isAffordable: boolean, algorithm: string): void {
  if (isAffordable) return
  throw new UnreadableHash(
    `The ${algorithm} parameters of a stored password hash are larger than allowed, so the hash is not checked.`,
  )
}
