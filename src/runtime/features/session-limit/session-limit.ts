import { sha256 } from '#sha256'
import type { AdapterSessionInfo } from '../../../adapters/contract.js'
import { AccessDenied } from '../../../errors.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import type { MaxSessions } from '../../../options/session-options.js'
import type { Store } from '../../../stores/contract.js'
import type { Clock } from '../../core/base/clock.js'
import type { RuleParts } from '../../core/lifetimes.js'
import type { NewSession, SessionRule } from '../../core/sessions/session-rule.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import { type Lock, type LockWait, takeLock, withLock } from '../../core/storage/with-lock.js'

interface SessionLimitParts {
  readonly adapter: GuardedAdapter
  readonly store: Store
  readonly clock: Clock
  readonly logger: LoggerInstance
  readonly limit: MaxSessions
}

/** The rule that limits the sessions of a user in the database. */
export function sessions({ app }: RuleParts): SessionRule | undefined {
  const { adapter, store, clock, logger, spec } = app
  const { maxSessions: limit, strategy } = spec.session
  if (!adapter || limit === undefined || strategy !== 'database') return undefined
  const parts = { adapter, store, clock, logger, limit }
  return {
    name: 'session-limit',
    phase: 'find',
    around: (session, create) => createWithinLimit(session, create, parts),
  }
}

/** Seconds after which the lock of a process that died expires. */
const LOCK_TTL_SECONDS = 10

const LOCK_WAIT: LockWait = { maxMs: 2_000, pollMs: 50 }

/**
 * Creates a session within the limit of its user, under a lock. A sign-in that does not get the lock in two seconds goes on without it: a
 * slow store must not stop sign-ins, and the next sign-in ends the sessions above the limit.
 *
 * @throws AccessDenied when the user has as many sessions as they may, and `onExceeded` is `'reject'`.
 */
async function createWithinLimit(
  session: NewSession,
  create: () => Promise<void>,
  parts: SessionLimitParts,
): Promise<void> {
  const { adapter, store, logger, limit } = parts
  const { count, onExceeded = 'revokeOldest' } = limit
  const key = `session-limit:${await sha256(String(session.userId))}`
  const take = (): Promise<Lock | undefined> => takeLock(store, key, LOCK_TTL_SECONDS)
  await withLock(take, LOCK_WAIT, logger, async () => {
    if (onExceeded === 'reject' && (await othersOf(session, parts)).length >= count) {
      throw new AccessDenied(
        `The user has ${count} sessions, which is the most that \`.session({ maxSessions })\` allows.`,
      )
    }
    await create()
    const others = await othersOf(session, parts)
    // The new one is written first: a process that dies here leaves one too many, and the next sign-in ends it.
    const surplus = Math.max(0, others.length - (count - 1))
    for (const { id } of others.sort(byAge).slice(0, surplus)) await adapter.deleteSessionById(id)
  })
}

/** The sessions of the user that go on beside the new one. */
async function othersOf(
  { userId, id: ownId, previousId }: NewSession,
  { adapter, clock }: SessionLimitParts,
): Promise<AdapterSessionInfo[]> {
  const listed = await adapter.listSessionsByUserId(userId)
  return listed.filter(
    ({ id, expires }) => id !== ownId && id !== previousId && new Date(expires).getTime() > clock(),
  )
}

/** The one that began first stands first. One of an earlier version does not say when that was. */
function byAge(a: AdapterSessionInfo, b: AdapterSessionInfo): number {
  const began = ({ createdAt }: AdapterSessionInfo): number => (createdAt ? new Date(createdAt).getTime() : 0)
  return began(a) - began(b) || new Date(a.expires).getTime() - new Date(b.expires).getTime()
}
