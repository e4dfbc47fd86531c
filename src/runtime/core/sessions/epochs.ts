import type { Store } from '../../../stores/contract.js'
import { randomToken } from '../crypto/random.js'

/**
 * An epoch is a random value that changes when all sessions of a user or account end. Each session contains
 * the epoch of its start, if there was one. Times are not compared, because the clocks of servers differ.
 *
 * With `endsWithStore`, a sign-in writes an epoch if none is stored. If the epoch is missing later, the store
 * was emptied and revocations were lost. So the session ends, because it may have been revoked.
 */
export interface Epochs {
  /** Returns the epoch for a new session, or `null` if there is none. */
  atStart(key: string): Promise<string | null>
  /**
   * Whether the session has ended, because its epoch is no longer current.
   *
   * @param epoch - The epoch of the session's start, if there was one.
   */
  haveEnded(current: string | null, epoch: string | undefined): boolean
}

export interface EpochsParts {
  readonly store: Store
  /** In seconds. No session lasts longer than this. */
  readonly ttl: number
  readonly endsWithStore: boolean
  /** Prefix of epochs that a sign-in writes. They do not end sessions without an epoch. */
  readonly startPrefix: string
}

export function createEpochs({ store, ttl, endsWithStore, startPrefix }: EpochsParts): Epochs {
  return {
    async atStart(key) {
      const current = await store.get(key)
      if (!endsWithStore) return current
      // Writes the current epoch again, so that it outlasts the new session.
      const epoch = current ?? startPrefix + randomToken(9)
      return (await store.compareAndSet(key, current, epoch, ttl)) ? epoch : store.get(key)
    },
    haveEnded(current, epoch) {
      if (current === null) return endsWithStore && epoch !== undefined
      return current !== epoch && !(epoch === undefined && current.startsWith(startPrefix))
    },
  }
}
