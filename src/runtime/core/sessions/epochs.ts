import type { Store } from '../../../stores/contract.js'
import { randomToken } from '../crypto/random.js'

/**
 * Epochs of users or accounts. An epoch is a random value that changes when all their sessions end. A session
 * contains the epoch at its start, and has ended if the current epoch is different. So no clocks are
 * compared, and a session that starts during the change belongs either to the old or to the new epoch.
 *
 * In a store outside of the process, a sign-in writes an epoch if there is none. This makes an emptied store
 * visible: a session whose epoch is missing may have been revoked, so it ends.
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
  /** Whether sessions end if their epoch is missing, because the store was emptied. */
  readonly endsWithStore: boolean
  /**
   * Prefix of an epoch written by a sign-in. Such an epoch does not end sessions that contain no epoch. No other
   * epoch may begin with it.
   */
  readonly startPrefix: string
}

/** Stores epochs, one per key. */
export function createEpochs({ store, ttl, endsWithStore, startPrefix }: EpochsParts): Epochs {
  return {
    async atStart(key) {
      const current = await store.get(key)
      if (!endsWithStore) return current
      // The current epoch is written again, so that it is stored for as long as a session that starts now.
      const epoch = current ?? startPrefix + randomToken(9)
      return (await store.compareAndSet(key, current, epoch, ttl)) ? epoch : store.get(key)
    },
    haveEnded(current, epoch) {
      if (current === null) return endsWithStore && epoch !== undefined
      return current !== epoch && !(epoch === undefined && current.startsWith(startPrefix))
    },
  }
}
