import type { Awaitable } from '../../../model/awaitable.js'
import type { SessionStore, Store } from '../../../stores/contract.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../base/clock.js'
import type { WarnOnce } from '../config/logger.js'
import { type MacOf, macTag } from '../crypto/mac.js'
import { randomToken } from '../crypto/random.js'
import type { EndedProviderSessions } from './ended-provider-sessions.js'
import type { SessionOrigin } from './session-strategy.js'

/** What ends sessions that live in their cookies: a cookie cannot be taken back, but it can be refused. */
export interface Revocations {
  /** What a session of this user holds from its start on, so that it ends with all others of the user. */
  stamp(userId: string): Promise<Pick<SessionOrigin, 'user' | 'epoch'>>
  /** The `user` of a stamp: their name under the newest secret. */
  nameOf(userId: string): Promise<SessionOrigin['user']>
  isRevoked(origin: SessionOrigin, userId: string): Promise<boolean>
  /**
   * Revokes a session. A user for whom a hundred sessions are stored as revoked has all of them revoked in their place, so
   * that no user fills the store by signing in and out.
   */
  revoke(session: RevokedSession): Promise<RevocationResult>
  /** Ends every session of a user that has started before. */
  revokeAll(userId: string): Promise<void>
}

/** What a revocation has ended: the session, all sessions of its user, or nothing, because the session had ended before. */
export type RevocationResult = 'session' | 'user' | 'none'

/** A session that is to be revoked. */
export interface RevokedSession {
  readonly id: string
  /** Its user, where they are known. */
  readonly userId?: string
  /** What names the user in the store, as its start wrote it. */
  readonly user?: string | undefined
  /** Seconds for which a token of it could still be opened. Default: what a session lives at most. */
  readonly lasts?: number
}

export interface RevocationsParts {
  readonly store: Store
  readonly warnOnce: WarnOnce
  readonly secrets: readonly string[]
  readonly macOf: MacOf
  /** Seconds that a session lives at most. */
  readonly absoluteMaxAge: number
  /** Whether a session ends when the store no longer holds the epoch of its user: then it was emptied. */
  readonly endsWithStore: boolean
  readonly endedProviderSessions: EndedProviderSessions
}

/** What an epoch begins with that a sign-in has written: it ends no session that holds none. */
const STARTED = 's.'

/** Revoked sessions of one user that are stored at a time. */
const MAX_REVOKED = 100

/**
 * Each user has an epoch, a random value that changes when all their sessions end. A session holds the epoch of its
 * start and is over once the user's is another. So no clock is compared, and a session that starts at the
 * same moment is on one side or the other. A user is named by a MAC, so that applications that share
 * a store do not end each other's sessions; a session holds that name, which is then not worked out at each read.
 *
 * In a store that outlives the process, a sign-in writes an epoch where the user has none. So a store that was emptied shows:
 * a session whose epoch is missing may have been revoked, and ends.
 */
export function createRevocations(parts: RevocationsParts): Revocations {
  const { store, warnOnce, secrets, macOf, absoluteMaxAge, endsWithStore, endedProviderSessions } = parts
  const ttl = absoluteMaxAge + SERVER_CLOCK_TOLERANCE_SECONDS
  const macs = secrets.map((secret) => macOf([secret], 'sessions of a user'))
  /** The names of a user under each secret, the newest first: a session keeps the one of its start. */
  const tagsOf = (userId: string): Promise<string[]> => Promise.all(macs.map((mac) => macTag(mac, userId)))
  const epochOf = (user: string): Awaitable<string | null> => store.get(`user:${user}`)
  /** For a session that another library has started: it names no user, and holds no epoch. */
  const anyEpochOf = async (userId: string): Promise<string | null> => {
    for (const mac of macs) {
      const epoch = await epochOf(await macTag(mac, userId))
      if (epoch !== null) return epoch
    }
    return null
  }
  /** The user's epoch, which is stored for as long as a session that starts now. */
  const lastingEpoch = async (user: string): Promise<string | null> => {
    const key = `user:${user}`
    const current = await store.get(key)
    const epoch = current ?? STARTED + randomToken(9)
    return (await store.compareAndSet(key, current, epoch, ttl)) ? epoch : store.get(key)
  }
  const decide = (revoked: string | null, current: string | null, epoch: string | undefined): boolean => {
    if (revoked !== null) return true
    if (current === null) return endsWithStore && epoch !== undefined
    return current !== epoch && !(epoch === undefined && current.startsWith(STARTED))
  }
  const revokeAll = async (userId: string): Promise<void> => {
    const tags = await tagsOf(userId)
    const setAll = async (epoch: string): Promise<void> => {
      for (const tag of tags) await store.set(`user:${tag}`, epoch, ttl)
    }
    // Twice: a session that is renewed meanwhile, from one tag to another, has the first epoch at most, and the last one only after its old
    // tag had ended it. During a rotation, processes do not agree which tag is the newest.
    if (tags.length > 1) await setAll(randomToken(9))
    await setAll(randomToken(9))
  }
  /** Whether one more revoked session of the user may be stored. Otherwise the count begins again. */
  const hasRoom = async (user: string): Promise<boolean> => {
    const key = `revoked:${user}`
    const { count } = await store.increment(key, ttl)
    if (count > MAX_REVOKED) await store.consume(key)
    return count <= MAX_REVOKED
  }
  return {
    async stamp(userId) {
      const [user = ''] = await tagsOf(userId)
      const epoch = endsWithStore ? await lastingEpoch(user) : await epochOf(user)
      return { user, ...(epoch !== null && { epoch }) }
    },
    nameOf: async (userId) => (await tagsOf(userId))[0],
    async isRevoked({ id, user, epoch, mark }, userId) {
      const [revoked, current, isEndedByProvider] = await Promise.all([
        store.get(`session:${id}`),
        user === undefined ? anyEpochOf(userId) : epochOf(user),
        mark === undefined ? false : endedProviderSessions.isEnded(mark),
      ])
      return isEndedByProvider || decide(revoked, current, epoch)
    },
    async revoke({ id, userId, user, lasts = absoluteMaxAge }) {
      const tag = user ?? (userId === undefined ? undefined : (await tagsOf(userId))[0])
      if (userId !== undefined && tag !== undefined && !(await hasRoom(tag))) {
        await revokeAll(userId)
        return 'user'
      }
      const ttl = Math.max(0, lasts) + SERVER_CLOCK_TOLERANCE_SECONDS
      try {
        return (await store.compareAndSet(`session:${id}`, null, 'revoked', ttl)) ? 'session' : 'none'
      } catch (error) {
        // A store in memory fails for want of room alone, and the entry of a user takes the place of many.
        if (store.scope !== 'process' || userId === undefined) throw error
        await revokeAll(userId)
        warnOnce(
          'store-full',
          'The store in memory has no room for more revoked sessions: a sign-out now revokes all sessions of its user. Raise `maxEntries` of memoryStore(), or set the option `store`.',
        )
        return 'user'
      }
    },
    revokeAll,
  }
}

/** Revokes sessions whose claims are in a store: what was removed there is over, and nothing need be marked. */
export function removingRevocations(
  store: SessionStore,
  endedProviderSessions: EndedProviderSessions,
): Revocations {
  const isEndedByProvider = async (id: string, mark: string): Promise<boolean> => {
    const isEnded = await endedProviderSessions.isEnded(mark)
    // Its store may forget the mark before the session would have ended.
    if (isEnded) await store.remove(id)
    return isEnded
  }
  return {
    stamp: async () => ({}),
    nameOf: async () => undefined,
    isRevoked: async ({ id, mark }) => mark !== undefined && isEndedByProvider(id, mark),
    revoke: async ({ id }) => ((await store.remove(id)) ? 'session' : 'none'),
    async revokeAll(userId) {
      await store.removeAll(userId)
    },
  }
}
