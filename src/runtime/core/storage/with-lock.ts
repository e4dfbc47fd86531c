import type { LoggerInstance } from '../../../options/auth-options.js'
import type { Store } from '../../../stores/contract.js'
import { asError } from '../base/as-error.js'
import { delay } from '../base/delay.js'
import { randomToken } from '../crypto/random.js'

/**
 * A lock that only one request can have. A lock expires, so a crashed process does not block others forever.
 */
export interface Lock {
  /**
   * Extends the lock if possible. Returns `false` if the lock has expired or is about to expire. In that case,
   * the work must stop.
   */
  extend(): Promise<boolean>
  release(): Promise<void>
}

/** The lock that is used if no lock is needed or available. Every request can have it. */
export const NO_LOCK: Lock = { extend: async () => true, release: async () => undefined }

/** A lock in the store. */
export interface StoreLock extends Lock {
  /** Whether the lock has neither expired nor been taken by another request. */
  isCurrent(): Promise<boolean>
}

/**
 * Value of a released lock. The key is not deleted, because a store cannot compare and delete in one step. If
 * this lock has just expired, deleting the key could release the lock of the next request.
 */
const RELEASED = 'released'

/** Time after which the store drops a released lock. */
const RELEASED_TTL_SECONDS = 1

/**
 * Tries once to take a lock in the store. Returns `undefined` if another request has it.
 *
 * @param names - Keys in the store. All of them are locked. If a name depends on the secret, pass its keys
 * under all secrets, so that processes with different secrets lock each other out during a rotation.
 * @param ttlSeconds - Seconds after which the lock expires.
 */
export async function takeLock(
  store: Store,
  names: string | readonly string[],
  ttlSeconds: number,
): Promise<StoreLock | undefined> {
  const holder = randomToken(12)
  // All processes take the keys in the same order. Otherwise each of two processes could take one key, and
  // neither would get both keys. The `Set` removes the second key of a secret that is configured twice.
  const keys = [...new Set([names].flat())].sort()
  const setAll = async (expected: string, value: string, ttl: number, subset = keys): Promise<boolean> => {
    const set = await Promise.all(subset.map((key) => store.compareAndSet(key, expected, value, ttl)))
    return set.every(Boolean)
  }
  const release = async (subset = keys): Promise<void> => {
    await setAll(holder, RELEASED, RELEASED_TTL_SECONDS, subset)
  }
  for (const [index, key] of keys.entries()) {
    try {
      const isAcquired =
        (await store.compareAndSet(key, null, holder, ttlSeconds)) ||
        (await store.compareAndSet(key, RELEASED, holder, ttlSeconds))
      if (isAcquired) continue
    } catch (error) {
      // The store may have locked the key even if its response was lost.
      await release().catch(() => undefined)
      throw error
    }
    await release(keys.slice(0, index))
    return undefined
  }
  return {
    isCurrent: async () =>
      (await Promise.all(keys.map((key) => store.get(key)))).every((value) => value === holder),
    extend: () => setAll(holder, holder, ttlSeconds),
    release,
  }
}

/**
 * Whether any request currently has a lock with these names from `takeLock`.
 *
 * @param names - As for `takeLock`.
 */
export async function isLocked(store: Store, names: string | readonly string[]): Promise<boolean> {
  const holders = await Promise.all([names].flat().map((key) => store.get(key)))
  return holders.some((holder) => holder !== null && holder !== RELEASED)
}

/** How long to wait for a lock. */
export interface LockWait {
  /** Time to wait, in milliseconds. The last attempt starts up to `pollMs` later. */
  readonly maxMs: number
  /** Time between two attempts, in milliseconds. */
  readonly pollMs: number
}

/** The lock, as the protected work sees it. */
export interface WorkLock extends Pick<Lock, 'extend'> {
  /**
   * Keeps the lock until it expires. Use it after an error if the work may still take effect. Without this
   * call, the lock is released.
   */
  leaveToExpire(): void
}

/**
 * Does work under a lock, and releases it afterwards. A lock that cannot be released expires.
 *
 * @param take - Tries once to take the lock, like `takeLock`. Returns `undefined` while another request has the
 * lock.
 * @param work - Does the work. The lock is `undefined` if it was not free in time. In that case, `work` decides
 * whether to continue without a lock.
 */
export async function withLock<Result>(
  take: () => Promise<Lock | undefined>,
  wait: LockWait,
  logger: LoggerInstance,
  work: (lock: WorkLock | undefined) => Promise<Result>,
): Promise<Result> {
  const lock = await waitForLock(take, wait)
  if (!lock) return work(undefined)
  let mustExpire = false
  const leaveToExpire = (): void => {
    mustExpire = true
  }
  try {
    return await work({ extend: () => lock.extend(), leaveToExpire })
  } finally {
    if (!mustExpire) {
      await lock.release().catch((error: unknown) => {
        logger.debug('a lock could not be released, and expires', { error: asError(error).message })
      })
    }
  }
}

async function waitForLock(
  take: () => Promise<Lock | undefined>,
  { maxMs, pollMs }: LockWait,
): Promise<Lock | undefined> {
  const deadline = performance.now() + maxMs
  for (;;) {
    const lock = await take()
    if (lock || performance.now() > deadline) return lock
    await delay(pollMs)
  }
}
