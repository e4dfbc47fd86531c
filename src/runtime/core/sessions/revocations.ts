import type { SessionStore, Store } from '../../../stores/contract.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../base/clock.js'
import type { WarnOnce } from '../config/logger.js'
import { type Mac, type MacOf, macTag } from '../crypto/mac.js'
import { randomToken } from '../crypto/random.js'
import type { EndedProviderSessions } from './ended-provider-sessions.js'
import { createEpochs } from './epochs.js'
import type { SessionOrigin } from './session-strategy.js'

/**
 * Revokes sessions of strategy `'jwt'`. A session cookie cannot be deleted remotely, but it can be refused. A
 * session in a session store is removed, and needs no stamp.
 */
export interface Revocations {
  /**
   * Returns values to store in each session of this user. With them, all sessions of the user can be ended
   * together.
   */
  stamp(userId: string): Promise<Pick<SessionOrigin, 'user' | 'epoch'>>
  /** The `user` of a stamp: a MAC of the user's id with the newest secret. */
  nameOf(userId: string): Promise<SessionOrigin['user']>
  /** Whether a session was revoked, or ended at its provider. */
  isRevoked(origin: SessionOrigin, userId: string): Promise<boolean>
  /**
   * Revokes a session. If 100 sessions of its user were revoked within a day, revokes all sessions of the user
   * instead.
   */
  revoke(session: RevokedSession): Promise<RevocationResult>
  /** Ends every session of a user that started earlier. */
  revokeAll(userId: string): Promise<void>
}

/**
 * The result of a revocation: the session was ended, all sessions of its user were ended, or the session had
 * already ended.
 */
export type RevocationResult = 'session' | 'user' | 'none'

/** A session to revoke. */
export interface RevokedSession {
  readonly id: string
  /** Its user, if known. */
  readonly userId?: string
  /** The MAC of the user's id with which the session began. */
  readonly user?: string | undefined
  /**
   * Time for which a token of the session can still be valid, in seconds. Default: the maximum lifetime of a
   * session.
   */
  readonly lasts?: number
}

/** The parts that `createRevocations` needs. */
export interface RevocationsParts {
  readonly store: Store
  readonly warnOnce: WarnOnce
  readonly secrets: readonly string[]
  readonly macOf: MacOf
  /** Maximum lifetime of a session, in seconds. */
  readonly absoluteMaxAge: number
  /**
   * Whether a session ends if the epoch of its user is missing. A missing epoch means that the store was
   * emptied. See `Epochs`.
   */
  readonly endsWithStore: boolean
  readonly endedProviderSessions: EndedProviderSessions
}

/** Prefix of an epoch that a sign-in writes. Other epochs are base64url, so they contain no dot. */
const START_PREFIX = 's.'

/**
 * Maximum number of revoked sessions that are stored for a user per day. An entry is stored for months, so a
 * user who signs in and out in a loop could otherwise fill the store.
 */
const MAX_REVOKED_PER_DAY = 100

const DAY_SECONDS = 86_400

/**
 * Revokes sessions whose tokens are in cookies.
 *
 * Each user has an epoch: a random value that changes when all sessions of the user end. The store identifies
 * users by a MAC. So applications that share a store but have different secrets do not end each other's
 * sessions. The session contains the MAC, so most reads of a session do not compute it.
 */
export function createRevocations(parts: RevocationsParts): Revocations {
  const { store, warnOnce, secrets, macOf, absoluteMaxAge, endsWithStore, endedProviderSessions } = parts
  const ttl = absoluteMaxAge + SERVER_CLOCK_TOLERANCE_SECONDS
  const epochs = createEpochs({ store, ttl, endsWithStore, startPrefix: START_PREFIX })
  const macs = secrets.map((secret) => macOf([secret], 'sessions of a user'))
  /** A MAC of the user's id with the newest secret. A session keeps the MAC with which it began. */
  const nameOf = (userId: string): Promise<string> => macTag(macs[0] as Mac, userId)
  /** A MAC of the user's id with each secret. During a rotation, the newest secret differs between processes. */
  const namesOf = (userId: string): Promise<string[]> => Promise.all(macs.map((mac) => macTag(mac, userId)))
  /** The key of the user's epoch. */
  const keyOf = (user: string): string => `user:${user}`
  /**
   * The current epoch of a user, for a session of another library. Such a session does not contain a MAC of the
   * user.
   */
  const anyEpochOf = async (userId: string): Promise<string | null> => {
    for (const name of await namesOf(userId)) {
      const epoch = await store.get(keyOf(name))
      if (epoch !== null) return epoch
    }
    return null
  }
  const revokeAll = async (userId: string): Promise<void> => {
    const names = await namesOf(userId)
    const renewEpoch = async (): Promise<void> => {
      const epoch = randomToken(9)
      for (const name of names) await store.set(keyOf(name), epoch, ttl)
    }
    await renewEpoch()
    // Each name has its own entry, and the entries are written one after the other. During these writes, the
    // renewal of a session may replace its name, and take the new epoch of the new name. The second renewal
    // ends such a session as well.
    if (names.length > 1) await renewEpoch()
  }
  /** Counts a revoked session of the user. Returns whether it may be stored. */
  const hasRoom = async (user: string): Promise<boolean> => {
    const { count } = await store.increment(`revoked-today:${user}`, DAY_SECONDS)
    return count <= MAX_REVOKED_PER_DAY
  }
  return {
    async stamp(userId) {
      const user = await nameOf(userId)
      const epoch = await epochs.atStart(keyOf(user))
      return { user, ...(epoch !== null && { epoch }) }
    },
    nameOf,
    async isRevoked({ id, user, epoch, mark }, userId) {
      const [revoked, current, isEndedByProvider] = await Promise.all([
        store.get(`session:${id}`),
        user === undefined ? anyEpochOf(userId) : store.get(keyOf(user)),
        mark === undefined ? false : endedProviderSessions.isEnded(mark),
      ])
      return revoked !== null || isEndedByProvider || epochs.haveEnded(current, epoch)
    },
    async revoke({ id, userId, user, lasts = absoluteMaxAge }) {
      if (userId !== undefined && !(await hasRoom(user ?? (await nameOf(userId))))) {
        await revokeAll(userId)
        return 'user'
      }
      const seconds = lasts + SERVER_CLOCK_TOLERANCE_SECONDS
      try {
        return (await store.compareAndSet(`session:${id}`, null, 'revoked', seconds)) ? 'session' : 'none'
      } catch (error) {
        // An in-memory store fails only when it is full. In that case, one entry that ends all sessions of the
        // user is written instead of many entries.
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

/** Revokes sessions whose claims are in a store, by removing them. */
export function removingRevocations(
  store: SessionStore,
  endedProviderSessions: EndedProviderSessions,
): Revocations {
  const isEndedByProvider = async (id: string, mark: string): Promise<boolean> => {
    const isEnded = await endedProviderSessions.isEnded(mark)
    // The entry about the ended provider session may expire before this session. So this session is removed
    // now.
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
