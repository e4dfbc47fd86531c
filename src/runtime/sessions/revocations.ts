import type { Awaitable } from '../../model/awaitable.js'
import type { Store } from '../../stores/contract.js'
import { createMac, type Mac } from '../crypto/mac.js'
import { randomToken } from '../crypto/random.js'
import { whenKnown } from '../when-known.js'
import type { SessionOrigin } from './session-origin.js'

/** What ends sessions that live in their cookies: a cookie cannot be taken back, but it can be refused. */
export interface Revocations {
  /** What a session of this user holds from its start on, so that it ends with all others of the user. */
  stamp(userId: string): Promise<Pick<SessionOrigin, 'user' | 'epoch'>>
  /** Answers at once where the store does and the session names its user, as each does that has started here. */
  isRevoked(origin: SessionOrigin, userId: string): Awaitable<boolean>
  /**
   * Ends a session.
   *
   * @param lasts - Seconds for which a token of it could still be opened. Default: what a session lives at most.
   */
  revoke(id: string, lasts?: number): Promise<void>
  /** Ends every session of a user that has started before. */
  revokeAll(userId: string): Promise<void>
}

export interface RevocationsParts {
  readonly store: Store
  readonly secrets: readonly string[]
  /** Seconds that a session lives at most. */
  readonly absoluteMaxAge: number
}

/** Characters of a MAC that tell users apart: 132 bits. */
const TAG_LENGTH = 22

/** Seconds by which the clocks of servers and store may differ. */
const MARGIN = 60

/**
 * Each user has an epoch, a random value that changes when all their sessions end. A session holds the epoch of its
 * start and is over once the user's is another. So no clock is compared, and a session that starts at the
 * same moment is on one side or the other. A user is named by a MAC, so that applications that share
 * a store do not end each other's sessions; a session holds that name, which is then not worked out at each read.
 */
export function createRevocations({ store, secrets, absoluteMaxAge }: RevocationsParts): Revocations {
  const macs = secrets.map((secret) => createMac([secret], 'sessions of a user'))
  const tagOf = (mac: Mac, userId: string): Awaitable<string> =>
    whenKnown(mac.sign(userId), (tag) => tag.slice(0, TAG_LENGTH))
  /** The names of a user under each secret, the newest first: a session keeps the one of its start. */
  const tagsOf = (userId: string): Promise<string[]> => Promise.all(macs.map((mac) => tagOf(mac, userId)))
  const epochOf = (user: string): Awaitable<string | null> => store.get(`user:${user}`)
  /** For a session that another library has started: it names no user, and holds no epoch. */
  const anyEpochOf = (userId: string): Awaitable<string | null> =>
    macs.reduce<Awaitable<string | null>>(
      (known, mac) =>
        whenKnown(known, (epoch) => epoch ?? whenKnown(tagOf(mac, userId), (user) => epochOf(user))),
      null,
    )
  return {
    async stamp(userId) {
      const [user = ''] = await tagsOf(userId)
      const epoch = await epochOf(user)
      return { user, ...(epoch !== null && { epoch }) }
    },
    isRevoked({ id, user, epoch }, userId) {
      const revoked = store.get(`session:${id}`)
      const current = user === undefined ? anyEpochOf(userId) : epochOf(user)
      const decide = (ended: string | null, now: string | null): boolean =>
        ended !== null || (now !== null && now !== epoch)
      return isKnown(revoked) && isKnown(current)
        ? decide(revoked, current)
        : Promise.all([revoked, current]).then(([ended, now]) => decide(ended, now))
    },
    async revoke(id, lasts = absoluteMaxAge) {
      await store.set(`session:${id}`, 'revoked', Math.max(0, lasts) + MARGIN)
    },
    async revokeAll(userId) {
      const epoch = randomToken(9)
      const tags = await tagsOf(userId)
      await Promise.all(tags.map((tag) => store.set(`user:${tag}`, epoch, absoluteMaxAge + MARGIN)))
    },
  }
}

function isKnown(answer: Awaitable<string | null>): answer is string | null {
  return answer === null || typeof answer === 'string'
}
