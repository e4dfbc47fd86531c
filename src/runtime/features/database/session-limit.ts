import { sha256 } from '#sha256'
import type { AdapterSessionInfo } from '../../../adapters/contract.js'
import { AccessDenied } from '../../../errors.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import type { Store } from '../../../stores/contract.js'
import type { Clock } from '../../core/base/clock.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import { type Lock, type LockWait, takeLock, withLock } from '../../core/storage/with-lock.js'

export interface SessionLimitParts {
  readonly adapter: GuardedAdapter
  readonly store: Store
  readonly clock: Clock
  readonly logger: LoggerInstance
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

/** Seconds after which the lock of a process that died expires. */
const LOCK_TTL_SECONDS = 10

const LOCK_WAIT: LockWait = { maxMs: 2_000, pollMs: 50 }

/**
 * Creates a session within the limit of its user, under a lock. A sign-in that does not get the lock in two seconds goes on without it: a
 * slow store must not stop sign-ins, and the next sign-in ends the sessions above the limit.
 *
 * @throws AccessDenied when the user has as many sessions as they may, and the configuration says to refuse.
 */
export async function createWithinLimit(session: LimitedSession, parts: SessionLimitParts): Promise<void> {
  const { adapter, store, logger, max, when } = parts
  const key = `session-limit:${await sha256(String(session.userId))}`
  const take = (): Promise<Lock | undefined> => takeLock(store, key, LOCK_TTL_SECONDS)
  await withLock(take, LOCK_WAIT, logger, async () => {
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
