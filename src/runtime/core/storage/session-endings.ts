import { sha256 } from '#sha256'
import type { Store } from '../../../stores/contract.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../base/clock.js'
import { type GuardedAdapter, withMethods } from './guarded-adapter.js'

/*
 * Ends sessions that have sealed copies in cookies. A copy is accepted without a read of the database, so the
 * end of its session is recorded in the store.
 *
 * The end of one session is written to the store before its row is deleted. From then on, all copies of the
 * session are rejected.
 *
 * The end of all sessions of a user is an entry in the store. It is written before the rows are deleted, so
 * that a crash in between leaves no valid copy. It is written again afterwards, and is stored for the lifetime
 * of a copy. While the entry exists, no copy of the user's sessions is created or accepted. Another process may
 * create a copy at the same moment. It reads the entry before it reads the row. If the entry is missing at that
 * time, the copy is older than the entry. Such a copy is rejected until it expires.
 *
 * Tenants that share an adapter end each other's sessions, so they share these entries.
 */

/** Records ends of sessions in the store. */
export interface SessionEndings {
  /**
   * Records the end of one session.
   *
   * @param id - The SHA-256 hash of the token.
   */
  end(id: string): Promise<void>
  /** Records the end of all sessions of a user. */
  endAll(userId: string): Promise<void>
  /** Whether all sessions of the user were ended within the lifetime of a copy. */
  haveAllEnded(userId: string): Promise<boolean>
  /** Whether a session has ended, alone or together with all other sessions of the user. */
  hasEnded(id: string, userId: string): Promise<boolean>
}

/**
 * Records the ends of sessions in a store.
 *
 * @param lifetime - Time for which a copy is accepted, in seconds.
 */
export function sessionEndings(store: Store, lifetime: number): SessionEndings {
  // The entry must last longer than any copy. The clock of the server that created the copy may be ahead, and
  // the clock of the server that reads the copy may be behind.
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
  return withMethods(adapter, (inner) => ({
    async deleteSession(token) {
      // Any client can sign out with an invented token. Such a token has no row, and must not take space in the
      // store.
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
