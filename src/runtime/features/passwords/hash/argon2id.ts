import { keyDerivation } from '#key-derivation'
import { AuthError } from '../../../../errors.js'
import type { Argon2Cost, KeyDerivation } from '../../../../platform/key-derivation.js'
import { requireAffordableArgon2id } from './cost-limits.js'
import { utf8 } from './password-text.js'
import { formatPhc, parsePhc } from './phc.js'
import { isEqual, type StoredHash, UnreadableHash } from './stored-hash.js'

/**
 * `memory` is in KiB.
 *
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id
 */
const current: Argon2Cost = { memory: 19_456, passes: 2, parallelism: 1 }

/** @see https://www.rfc-editor.org/rfc/rfc9106.html#section-4 */
const SALT_BYTES = 16
const HASH_BYTES = 32

/** 0x13, the version of RFC 9106. */
const VERSION = 19

/** Hashes a password. Returns a string in the PHC string format. */
export async function hashArgon2id(password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
  const hash = new Uint8Array(
    await requireKeyDerivation().argon2id(utf8(password), salt, HASH_BYTES, current),
  )
  const { memory: m, passes: t, parallelism: p } = current
  return formatPhc({ id: 'argon2id', version: VERSION, parameters: { m, t, p }, salt, hash })
}

/**
 * Reads an Argon2id hash. Returns `undefined` for other algorithms. Throws `UnreadableHash` for damaged
 * hashes.
 */
export function storedArgon2id(stored: string): StoredHash | undefined {
  if (!stored.startsWith('$argon2id$')) return undefined
  const { version, parameters, salt, hash } = parsePhc(stored) ?? {}
  const { m: memory = 0, t: passes = 0, p: parallelism = 0, ...others } = parameters ?? {}
  const isParsed = salt && hash && version === VERSION && Object.keys(others).length === 0
  // The bounds are from RFC 9106, section 3.1. The bound for the salt is from the reference implementation.
  const isValid = isParsed && memory >= 8 * parallelism && passes > 0 && parallelism > 0
  if (!isValid || salt.length < 8 || hash.length < 4) {
    throw new UnreadableHash(
      'A stored password hash begins with $argon2id$ and is damaged, or has an unsupported version or parameter. It is not checked.',
    )
  }
  const cost = { memory, passes, parallelism }
  requireAffordableArgon2id(cost)
  const isCurrent =
    memory === current.memory &&
    passes === current.passes &&
    parallelism === current.parallelism &&
    salt.length >= SALT_BYTES &&
    hash.length >= HASH_BYTES
  return {
    isCurrent,
    matches: async (password) =>
      isEqual(await requireKeyDerivation().argon2id(utf8(password), salt, hash.length, cost), hash),
  }
}

function requireKeyDerivation(): KeyDerivation {
  if (keyDerivation) return keyDerivation
  throw new AuthError(
    'Passwords need Argon2, which this platform does not have. Pass `password({ hash })` with functions of your own.',
  )
}
