import type { Store } from '../../../stores/contract.js'
import { randomToken } from '../crypto/random.js'

/**
 * Epochs of users or accounts. An epoch is a random value. It changes when all sessions of the user or account
 * end. Each session contains the epoch of its start, if there was one. If the current epoch is different, the
 * session has ended. Times are not compared, because the clocks of servers differ.
 *
 * With `endsWithStore`, a sign-in writes an epoch if none is stored. If the epoch is missing later, the store
 * was emptied. Revocations were lost as well, so the session may have been revoked, and it ends.
 */
export interface Epochs {
  /** The epoch for a session that starts now, or `null` if there is none. */
  atStart(key: string): Promise<string | null>
  /**
   * Whether a session has ended.
   *
   * @param current - The stored epoch.
   * @param epoch - The epoch of the session's start, if there was one.
   */
  haveEnded(current: string | null, epoch: string | undefined): boolean
}

/** The parts that `createEpochs` needs. */
export interface EpochsParts {
  readonly store: Store
  /** Time for which an epoch is stored, in seconds. No session lasts longer. */
  readonly ttl: number
  /** Whether sessions end if their epoch is missing. A missing epoch means that the store was emptied. */
  readonly endsWithStore: boolean
  /**
   * Prefix of an epoch written by a sign-in. Such an epoch does not end sessions that contain no epoch. No
   * other epoch may begin with this prefix.
   */
  readonly startPrefix: string
}

/** Stores epochs, one per key. */
export function createEpochs({ store, ttl, endsWithStore, startPrefix }: EpochsParts): Epochs {
  return {
    async atStart(key) {
      const current = await store.get(key)
      if (!endsWithStore) return current
      // The store deletes an epoch after `ttl`. Writing the current epoch again restarts this time, so that the
      // epoch outlasts the new session.
      const epoch = current ?? startPrefix + randomToken(9)
      return (await store.compareAndSet(key, current, epoch, ttl)) ? epoch : store.get(key)
    },
    haveEnded(current, epoch) {
      if (current === null) return endsWithStore && epoch !== undefined
      return current !== epoch && !(epoch === undefined && current.startsWith(startPrefix))
    },
  }
}
