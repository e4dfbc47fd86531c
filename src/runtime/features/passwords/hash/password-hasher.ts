import type { OwnHash } from '../../../../providers/kinds/password-options.js'
import { inTime } from '../../../core/base/in-time.js'
import { redactErrors } from '../../../core/config/logger.js'
import { randomToken } from '../../../core/crypto/random.js'
import { hashArgon2id, storedArgon2id } from './argon2id.js'
import { storedForeignHash } from './foreign-hashes.js'
import { hashSize, MAX_HASH_BYTES } from './hash-size-in-cookie.js'
import { isTooLong, MAX_PASSWORD_BYTES, normalized, utf8 } from './password-text.js'
import { type StoredHash, UnreadableHash } from './stored-hash.js'
import { createHashQueue, type WorkQueue } from './work-queue.js'

/** For the functions `hash` and `verify` of the application. */
const OWN_HASH_TIME_LIMIT_MS = 5_000

export interface PasswordCheck {
  readonly valid: boolean
  readonly rehash: boolean
  /** The reason why the stored hash cannot be checked, for the log. */
  readonly problem?: string
}

export interface PasswordHasher {
  /** Hashes a password. Throws `ServerBusy` if too many passwords wait to be hashed. */
  hash(password: string): Promise<string>
  /**
   * Checks a password. A failed check does at least the work of the current algorithm, even without a stored
   * hash. If the stored hash has another algorithm, the check does the work of both and takes longer. So the
   * caller must hide the duration from clients that must not learn whether the user exists. Throws
   * `ServerBusy` if too many passwords wait.
   *
   * @param stored - `null` if there is no user, or no password.
   */
  verify(password: string, stored: string | null): Promise<PasswordCheck>
}

export interface PasswordHasherOptions {
  /** Default: Argon2id. */
  readonly hash?: OwnHash | undefined
  /** All hashers of a process should share it. Default: the result of `createHashQueue()`. */
  readonly queue?: WorkQueue | undefined
}

export function createPasswordHasher({
  hash,
  queue = createHashQueue(),
}: PasswordHasherOptions): PasswordHasher {
  const algorithm = hash ? customAlgorithm(hash) : argon2id
  return {
    async hash(password) {
      if (isTooLong(password))
        throw new RangeError(`The password is longer than ${MAX_PASSWORD_BYTES} bytes.`)
      const typed = normalized(password)
      return redactErrors(
        () => run(queue, () => algorithm.hash(typed)),
        () => [password, typed],
      )
    },
    verify: (password, stored) =>
      // Errors may quote arguments.
      redactErrors(
        () => run(queue, () => verify(password, stored, algorithm)),
        () => [password, normalized(password), stored ?? ''],
      ),
  }
}

async function run<Result>(queue: WorkQueue | undefined, job: () => Promise<Result>): Promise<Result> {
  return queue ? queue.run(job) : job()
}

interface Algorithm {
  hash(password: string): Promise<string>
  /** Returns the formats that the hash may have. The first format that recognizes it is used. */
  read(stored: string): Iterable<StoredHash>
  /** Takes as long as a check that fails. */
  decoy(password: string): Promise<unknown>
}

const argon2id: Algorithm = { hash: hashArgon2id, read: builtIn, decoy: hashArgon2id }

function builtIn(stored: string): Iterable<StoredHash> {
  const hash = storedArgon2id(stored) ?? storedForeignHash(stored)
  return hash ? [hash] : []
}

/**
 * Uses the functions of the application. They have a time limit, because a blocked queue would also block
 * other tenants.
 */
function customAlgorithm(custom: OwnHash): Algorithm {
  const { needsRehash } = custom
  const hash: OwnHash['hash'] = (password) => inTime(custom.hash(password), OWN_HASH_TIME_LIMIT_MS)
  const verify: OwnHash['verify'] = (password, stored) =>
    inTime(custom.verify(password, stored), OWN_HASH_TIME_LIMIT_MS)
  let decoy: string | undefined
  // Each call creates a promise: on Cloudflare Workers, the promise of another request may never settle.
  const prepareDecoy = async (): Promise<string> => {
    decoy ??= await hash(randomToken())
    return decoy
  }
  return {
    async hash(password) {
      const hashed: unknown = await hash(password)
      if (typeof hashed === 'string' && hashed !== '' && hashSize(hashed) <= MAX_HASH_BYTES) return hashed
      throw new TypeError(
        `The function \`hash\` of \`password({ hash })\` must return a string of 1 to ${MAX_HASH_BYTES} bytes.`,
      )
    },
    *read(stored) {
      yield {
        // A getter, because `needsRehash` must not be called for hashes of another format.
        get isCurrent() {
          return !needsRehash?.(stored)
        },
        async matches(password) {
          // Prepare the decoy for known users, too. Otherwise the first check for an unknown user would take
          // longer.
          await prepareDecoy()
          const matches = await verify(password, stored)
          // A function without types may return an object, which must not count as a match.
          return matches === undefined ? undefined : matches === true
        },
      }
      for (const other of builtIn(stored)) yield { ...other, isCurrent: false }
    },
    decoy: async (password) => verify(password, await prepareDecoy()),
  }
}

async function verify(password: string, stored: string | null, algorithm: Algorithm): Promise<PasswordCheck> {
  // A password that is too long was never stored. Checking an empty password instead does the same work.
  const typed = isTooLong(password) ? '' : password
  const forms = [...new Set([typed, normalized(typed)])]
  const isPossible = stored !== null && typed === password
  const { isWorkDone, ...verification } = isPossible ? await check(forms, stored, algorithm) : rejected
  if (!verification.valid && !isWorkDone) {
    for (const form of forms) await algorithm.decoy(form)
  }
  return verification
}

interface Checked extends PasswordCheck {
  /** Whether the check did as much work as the check of a new hash. */
  readonly isWorkDone: boolean
}

const rejected: Checked = { valid: false, rehash: false, isWorkDone: false }

/**
 * Compares a password with a stored hash.
 *
 * @param forms - The password as it was typed and, if that differs, normalized.
 */
async function check(forms: readonly string[], stored: string, algorithm: Algorithm): Promise<Checked> {
  try {
    for (const hash of algorithm.read(stored)) {
      const match = await firstMatch(forms, hash)
      if (match === 'another format') continue
      if (match === undefined) return { ...rejected, isWorkDone: hash.isCurrent }
      return { valid: true, rehash: isReplaced(hash, match.form), isWorkDone: true }
    }
  } catch (error) {
    if (!(error instanceof UnreadableHash)) throw error
    return { ...rejected, problem: error.message }
  }
  return { ...rejected, problem: 'A stored password hash has an unknown format. It is not checked.' }
}

async function firstMatch(
  forms: readonly string[],
  hash: StoredHash,
): Promise<{ readonly form: string } | 'another format' | undefined> {
  for (const form of forms) {
    const matches = await hash.matches(form)
    if (matches === undefined) return 'another format'
    if (matches) return { form }
  }
  return undefined
}

function isReplaced({ isCurrent, maxBytes = Number.POSITIVE_INFINITY }: StoredHash, form: string): boolean {
  // Characters beyond the limit were not checked. Replacing the hash would make a typing mistake in them
  // permanent.
  if (utf8(form).length > maxBytes) return false
  return !isCurrent || form !== normalized(form)
}
