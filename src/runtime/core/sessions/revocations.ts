import type { SessionStore, Store } from '../../../stores/contract.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../base/clock.js'
import type { WarnOnce } from '../config/logger.js'
import { type Mac, type MacOf, macTag } from '../crypto/mac.js'
import { randomToken } from '../crypto/random.js'
import type { EndedProviderSessions } from './ended-provider-sessions.js'
import { createEpochs } from './epochs.js'
import type { FindOptions, SessionOrigin } from './session-strategy.js'

export interface Revocations {
  /** Returns values to store in each session of this user, so that all of them can be ended together. */
  stamp(userId: string): Promise<Pick<SessionOrigin, 'user' | 'epoch'>>
  nameOf(userId: string): Promise<SessionOrigin['user']>
  /**
   * Whether the session was revoked. If the provider has ended a session that is in a session store, also
   * deletes the session, unless `writes` is `false`.
   */
  isRevoked(origin: SessionOrigin, userId: string, options?: Pick<FindOptions, 'writes'>): Promise<boolean>
  /**
   * Revokes the session. May revoke all sessions of the user instead, to limit the number of entries in the
   * store.
   */
  revoke(session: RevokedSession): Promise<RevocationResult>
  revokeAll(userId: string): Promise<void>
}

/** `'none'` means that the session had already ended. */
export type RevocationResult = 'session' | 'user' | 'none'

export interface RevokedSession {
  readonly id: string
  readonly userId?: string
  /** The `user` of the session's stamp. */
  readonly user?: string | undefined
  /** Seconds for which a token of the session can still be valid. Default: `absoluteMaxAge`. */
  readonly lasts?: number
}

export interface RevocationsParts {
  readonly store: Store
  readonly warnOnce: WarnOnce
  readonly secrets: readonly string[]
  readonly macOf: MacOf
  /** In seconds. */
  readonly absoluteMaxAge: number
  /** Whether a session ends if the epoch of its user is missing. See `Epochs`. */
  readonly endsWithStore: boolean
  readonly endedProviderSessions: EndedProviderSessions
}

/** Prefix of epochs that a sign-in writes. Other epochs are base64url, so they contain no dot. */
const START_PREFIX = 's.'

/** Entries may be stored for months, so a user who signs in and out in a loop could fill the store. */
const MAX_REVOKED_PER_DAY = 100

const DAY_SECONDS = 86_400

/**
 * Stores revocations. The store identifies users by a MAC, so applications that share a store but have
 * different secrets do not end each other's sessions.
 */
export function createRevocations(parts: RevocationsParts): Revocations {
  const { store, warnOnce, secrets, macOf, absoluteMaxAge, endsWithStore, endedProviderSessions } = parts
  const ttl = absoluteMaxAge + SERVER_CLOCK_TOLERANCE_SECONDS
  const epochs = createEpochs({ store, ttl, endsWithStore, startPrefix: START_PREFIX })
  const macs = secrets.map((secret) => macOf([secret], 'sessions of a user'))
  const nameOf = (userId: string): Promise<string> => macTag(macs[0] as Mac, userId)
  /**
   * Returns a MAC of the user's id under each secret. During a rotation, the newest secret differs between
   * processes.
   */
  const namesOf = (userId: string): Promise<string[]> =>
    Promise.all(macs.map((mac) => macTag(mac, String(userId))))
  const keyOf = (user: string): string => `user:${user}`
  /** Returns the epoch of a session of another library, which contains no MAC of the user. */
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
    // The names are written one after the other. Meanwhile, another request may give a session the newest
    // name and copy the epoch that was just written. The second epoch ends such a session as well.
    if (names.length > 1) await renewEpoch()
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
      if (userId !== undefined) {
        const { count } = await store.increment(
          `revoked-today:${user ?? (await nameOf(userId))}`,
          DAY_SECONDS,
        )
        if (count > MAX_REVOKED_PER_DAY) {
          await revokeAll(userId)
          return 'user'
        }
      }
      const seconds = lasts + SERVER_CLOCK_TOLERANCE_SECONDS
      try {
        return (await store.compareAndSet(`session:${id}`, null, 'revoked', seconds)) ? 'session' : 'none'
      } catch (error) {
        // An in-memory store fails only when it is full. One entry then ends all sessions of the user.
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

export function removingRevocations(
  store: SessionStore,
  endedProviderSessions: EndedProviderSessions,
): Revocations {
  return {
    stamp: async () => ({}),
    nameOf: async () => undefined,
    async isRevoked({ id, mark }, _, { writes = true } = {}) {
      const isEnded = mark !== undefined && (await endedProviderSessions.isEnded(mark))
      // The entry about the ended provider session may be lost before the session expires.
      if (isEnded && writes) await store.remove(id)
      return isEnded
    },
    revoke: async ({ id }) => ((await store.remove(id)) ? 'session' : 'none'),
    async revokeAll(userId) {
      await store.removeAll(userId)
    },
  }
}
