import { sha256 } from '#sha256'
import type { AdapterSessionInfo } from '../../../adapters/contract.js'
import { AccessDenied } from '../../../errors.js'
import type { Store } from '../../../stores/contract.js'
import type { Clock } from '../../core/base/clock.js'
import { delay } from '../../core/base/delay.js'
import { randomToken } from '../../core/crypto/random.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'

export interface SessionLimitParts {
  readonly adapter: GuardedAdapter
  readonly store: Store
  readonly clock: Clock
  readonly max: number
  readonly when: 'oldest' | 'refuse'
}

/** A session that is to be created. */
export interface LimitedSession {
  readonly userId: string
  /** As the database knows them: of the new session, and of the one that it replaces. */
  readonly sessionToken: string
  readonly previous: string | undefined
  create(): Promise<void>
}

/** Seconds after which the turn of a process that died is another's. */
const TURN = 10

/** Milliseconds between two attempts to get a turn, and how many there are. */
const PAUSE = 50
const ATTEMPTS = 40

/** The value under the key of a turn that has ended, until the store drops it. */
const ENDED = 'ended'

/**
 * Creates a session within the limit of its user. Sign-ins of a user take turns, which the store hands out. One that gets none in two
 * seconds goes on without: a store that is slow must not stop sign-ins, and the next one within the limit ends what is too many.
 *
 * @throws AccessDenied when the user has as many sessions as they may, and the configuration says to refuse.
 */
export async function createWithinLimit(session: LimitedSession, parts: SessionLimitParts): Promise<void> {
  const { adapter, store, max, when } = parts
  const { userId } = session
  await inTurn(`session-limit:${await sha256(String(userId))}`, store, async () => {
    if (when === 'refuse' && (await othersOf(session, parts)).length >= max) {
      throw new AccessDenied(
        `The user has ${max} sessions, which is the most that \`.session({ max })\` allows.`,
      )
    }
    await session.create()
    const others = await othersOf(session, parts)
    // The new one is written first: a process that dies here leaves one too many, and the next sign-in ends it.
    const surplus = Math.max(0, others.length - (max - 1))
    for (const { id } of others.sort(byAge).slice(0, surplus)) await adapter.deleteSessionById(id)
  })
}

/** The sessions of the user that go on beside the new one. */
async function othersOf(
  { userId, sessionToken, previous }: LimitedSession,
  { adapter, clock }: SessionLimitParts,
): Promise<AdapterSessionInfo[]> {
  const own = await Promise.all([sessionToken, previous ?? sessionToken].map((token) => sha256(token)))
  const listed = await adapter.listSessionsByUserId(userId)
  return listed.filter(({ id, expires }) => !own.includes(id) && new Date(expires).getTime() > clock())
}

/** The one that began first stands first. One of an earlier version does not say when that was. */
function byAge(a: AdapterSessionInfo, b: AdapterSessionInfo): number {
  const began = ({ createdAt }: AdapterSessionInfo): number => (createdAt ? new Date(createdAt).getTime() : 0)
  return began(a) - began(b) || new Date(a.expires).getTime() - new Date(b.expires).getTime()
}

async function inTurn(key: string, store: Store, work: () => Promise<void>): Promise<void> {
  const holder = randomToken(12)
  const take = async (): Promise<boolean> =>
    (await store.compareAndSet(key, null, holder, TURN)) ||
    (await store.compareAndSet(key, ENDED, holder, TURN))
  let attempts = 0
  while (!(await take()) && ++attempts < ATTEMPTS) {
    await delay(PAUSE)
  }
  try {
    await work()
  } finally {
    // What cannot be written ends with its time.
    await Promise.resolve(store.compareAndSet(key, holder, ENDED, 1)).catch(() => undefined)
  }
}
