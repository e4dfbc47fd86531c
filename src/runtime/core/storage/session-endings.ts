import { sha256 } from '#sha256'
import type { Store } from '../../../stores/contract.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../base/clock.js'
import { randomToken } from '../crypto/random.js'
import type { GuardedAdapter } from './guarded-adapter.js'

/*
 * Ends sessions whose sealed copies may still be trusted.
 *
 * The end of one session is written before its row is deleted, and rejects every copy of it.
 *
 * The end of all sessions of a user is written before the rows are deleted, so that a crash in between
 * leaves no copy. It is written again afterwards. To make a copy, a process first reads the marks of the
 * user and then reads the row again. So a concurrent copy is either older than the second mark, which
 * rejects it, or the row is gone.
 *
 * Tenants that share an adapter end each other's sessions, so they share the marks.
 */

/** Records ends of sessions in the store. */
export interface SessionEndings {
  /**
   * @param id - The SHA-256 hash of the token.
   */
  end(id: string): Promise<void>
  endAll(userId: string): Promise<void>
  /** The mark of the last time at which all sessions of the user were ended, or `null`. */
  markOf(userId: string): Promise<string | null>
  /** Whether the session of a copy has ended since the copy was made under this mark. */
  hasEnded(id: string, userId: string, mark: string | null): Promise<boolean>
}

/**
 * @param lifetime - Seconds for which a copy is trusted.
 */
export function sessionEndings(store: Store, lifetime: number): SessionEndings {
  // The clock of the server that made the copy may be ahead, and that of the reading server behind.
  const ttl = lifetime + 2 * SERVER_CLOCK_TOLERANCE_SECONDS
  const keyOf = async (userId: string): Promise<string> => `copies-of:${await sha256(String(userId))}`
  const markOf = async (userId: string): Promise<string | null> => store.get(await keyOf(userId))
  return {
    async end(id) {
      await store.set(`copy:${id}`, 'ended', ttl)
    },
    async endAll(userId) {
      await store.set(await keyOf(userId), randomToken(9), ttl)
    },
    markOf,
    async hasEnded(id, userId, mark) {
      const [ended, current] = await Promise.all([store.get(`copy:${id}`), markOf(userId)])
      return ended !== null || (current !== null && current !== mark)
    },
  }
}

/** An adapter that records the end of each session that it deletes. */
export function markingEnds(adapter: GuardedAdapter, endings: SessionEndings): GuardedAdapter {
  const endingAll =
    <Result>(method: (userId: string) => Promise<Result>) =>
    async (userId: string): Promise<Result> => {
      await endings.endAll(userId)
      const result = await method(userId)
      await endings.endAll(userId)
      return result
    }
  return {
    ...adapter,
    async deleteSession(token) {
      // Any client can send a token to the sign-out. A token without a row must not take space in the store.
      if (await adapter.getSessionAndUser(token)) await endings.end(await sha256(token))
      return adapter.deleteSession(token)
    },
    async deleteSessionById(id) {
      await endings.end(id)
      return adapter.deleteSessionById(id)
    },
    deleteSessionsByUserId: endingAll(adapter.deleteSessionsByUserId),
    deleteLoginsByUserId: endingAll(adapter.deleteLoginsByUserId),
    deleteUser: endingAll(adapter.deleteUser),
  }
}
