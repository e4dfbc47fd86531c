import { sha256 } from '#sha256'
import type { Store } from '../../../stores/contract.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../base/clock.js'
import { type GuardedAdapter, withMethods } from './guarded-adapter.js'

/*
 * Sealed copies of sessions are accepted without a read of the database. So the end of a session is recorded
 * in the store before its row is deleted. A crash in between then leaves no valid copy.
 *
 * The end of all sessions of a user is recorded again afterwards, because another process may create a copy
 * from a row that it read before the deletion.
 *
 * Tenants that share an adapter share these entries.
 */

export interface SessionEndings {
  /** Records the end of a session. `id` is the SHA-256 hash of its token. */
  end(id: string): Promise<void>
  endAll(userId: string): Promise<void>
  haveAllEnded(userId: string): Promise<boolean>
  hasEnded(id: string, userId: string): Promise<boolean>
}

/**
 * Records ended sessions for as long as a copy of them could be accepted.
 *
 * @param lifetime - Seconds for which a copy is accepted.
 */
export function sessionEndings(store: Store, lifetime: number): SessionEndings {
  // Outlasts any copy. The clock of the server that created the copy may be ahead, and the clock of the
  // server that reads it behind.
  const ttl = lifetime + 2 * SERVER_CLOCK_TOLERANCE_SECONDS
  const keyOf = async (userId: string): Promise<string> => `copies-of:${await sha256(String(userId))}`
  const haveAllEnded = async (userId: string): Promise<boolean> =>
    (await store.get(await keyOf(userId))) !== null
  return {
    async end(id) {
      await store.set(`copy:${id}`, 'ended', ttl)
    },
    async endAll(userId) {
      await store.set(await keyOf(userId), 'ended', ttl)
    },
    haveAllEnded,
    async hasEnded(id, userId) {
      const [ended, allEnded] = await Promise.all([store.get(`copy:${id}`), haveAllEnded(userId)])
      return ended !== null || allEnded
    },
  }
}

export function markingEnds(adapter: GuardedAdapter, endings: SessionEndings): GuardedAdapter {
  const endingAll =
    <Result>(method: (userId: string) => Promise<Result>) =>
    async (userId: string): Promise<Result> => {
      await endings.endAll(userId)
      const result = await method(userId)
      await endings.endAll(userId)
      return result
    }
  return withMethods(adapter, (inner) => ({
    async deleteSession(token) {
      // An invented token must not take space in the store.
      if (await inner.getSessionAndUser(token)) await endings.end(await sha256(token))
      return inner.deleteSession(token)
    },
    async deleteSessionById(id) {
      await endings.end(id)
      return inner.deleteSessionById(id)
    },
    deleteSessionsByUserId: endingAll(inner.deleteSessionsByUserId),
    deleteLoginsByUserId: endingAll(inner.deleteLoginsByUserId),
    deleteUser: endingAll(inner.deleteUser),
  }))
}
