import { sha256 } from '#sha256'
import type { Store } from '../../../stores/contract.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../base/clock.js'
import { randomToken } from '../crypto/random.js'
import type { GuardedAdapter } from './guarded-adapter.js'

/*
 * Sessions that end while sealed copies of them are still trusted. The end of one session is written before its row goes, and rejects every copy of
 * it, whenever that was made. The end of all sessions of a user is written before the rows go, so that a crash in between leaves no copy, and once more
 * after they are gone: a copy is made after the marks of its user were read and the row was read once more, so it is older than that end, and
 * the mark rejects it, or the row is gone. Tenants that share an adapter end each other's sessions, so the marks are those of all tenants.
 */

/** Marks ends of sessions in the store. */
export interface SessionEndings {
  /** @param id - The SHA-256 of its token. */
  end(id: string): Promise<void>
  endAll(userId: string): Promise<void>
  /** The mark of the user's last end of all sessions, or `null`. */
  markOf(userId: string): Promise<string | null>
  /** Whether a copy that was made under a mark is of a session that has ended since. */
  hasEnded(id: string, userId: string, mark: string | null): Promise<boolean>
}

/** @param lifetime - Seconds for which a copy is trusted. */
export function sessionEndings(store: Store, lifetime: number): SessionEndings {
  // A server whose clock is ahead may have made the copy, and one whose clock is behind may read it.
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

/** An adapter that marks the end of the sessions that it deletes. */
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
      // Any client can send a token to sign out of: one that has no row must not take room in the store.
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
