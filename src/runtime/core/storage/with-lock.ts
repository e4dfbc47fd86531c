import type { LoggerInstance } from '../../../options/auth-options.js'
import type { Store } from '../../../stores/contract.js'
import { asError } from '../base/as-error.js'
import { delay } from '../base/delay.js'
import { randomToken } from '../crypto/random.js'

export interface Lock {
  /** Extends the lock. Returns `false` if it has expired or is about to expire, and the work must stop. */
  extend(): Promise<boolean>
  release(): Promise<void>
}

export const NO_LOCK: Lock = { extend: async () => true, release: async () => undefined }

export interface StoreLock extends Lock {
  isCurrent(): Promise<boolean>
}

/**
 * Value of a lock that was released. A store cannot compare and delete in one step. If this lock has just
 * expired, deleting the key could release the lock of the next request.
 */
const RELEASED = 'released'

const RELEASED_TTL_SECONDS = 1

/**
 * Takes a lock, or returns `undefined` if another request has it.
 *
 * @param names - Locks all of them. If a name depends on the secret, pass its keys under all secrets, so that
 * processes lock each other out during a rotation.
 */
export async function takeLock(
  store: Store,
  names: string | readonly string[],
  ttlSeconds: number,
): Promise<StoreLock | undefined> {
  const holder = randomToken(12)
  // All processes take the keys in the same order. Otherwise each of two processes could take one key, and
  // neither would get both. The `Set` removes a secret that is configured twice.
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
      // The store may have locked the key although its response was lost.
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

export async function isLocked(store: Store, names: string | readonly string[]): Promise<boolean> {
  const holders = await Promise.all([names].flat().map((key) => store.get(key)))
  return holders.some((holder) => holder !== null && holder !== RELEASED)
}

export interface LockWait {
  /** Maximum wait for the lock. The last attempt to take it starts up to `pollMs` later. */
  readonly maxMs: number
  readonly pollMs: number
}

export interface WorkLock extends Pick<Lock, 'extend'> {
  /** Keeps the lock until it expires. Call it after an error if the work may still take effect. */
  leaveToExpire(): void
}

/**
 * Calls `work` with a lock. If the lock is not free in time, `work` is called without it, and decides whether
 * to continue.
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
