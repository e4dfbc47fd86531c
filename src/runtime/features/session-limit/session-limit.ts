import { sha256 } from '#sha256'
import type { AdapterSessionInfo } from '../../../adapters/contract.js'
import { AccessDenied } from '../../../errors.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import type { MaxSessions } from '../../../options/session-options.js'
import type { Store } from '../../../stores/contract.js'
import { asError } from '../../core/base/as-error.js'
import type { Clock } from '../../core/base/clock.js'
import type { App, RuleParts } from '../../core/object-lifetimes.js'
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

export function sessions({ app }: RuleParts): SessionRule | undefined {
  const { adapter, store, clock, logger, spec } = app
  const { maxSessions: limit, strategy } = spec.session
  if (limit === undefined || !adapter || strategy !== 'database') {
    const stored = storedSessions(app)
    return (
      stored && {
        name: 'session-limit',
        phase: 'find',
        around: (session, create) => createWithinDefault(session, create, stored, app),
      }
    )
  }
  const parts = { adapter, store, clock, logger, limit }
  return {
    name: 'session-limit',
    phase: 'find',
    around: (session, create) => createWithinLimit(session, create, parts),
  }
}

/** Prevents one account from filling the database or the store. */
const DEFAULT_MAX_SESSIONS = 100

/** Maximum number of sessions that one sign-in ends, if a user already has too many. */
const MAX_ENDED_SESSIONS = 25

interface StoredSessions {
  list(userId: string): Promise<readonly ListedSession[]>
  end(id: string): Promise<unknown>
}

type ListedSession = Pick<AdapterSessionInfo, 'id' | 'expires' | 'createdAt'>

/** Returns functions that list and end sessions, or `undefined` if this is not possible. */
function storedSessions({ adapter, storedClaims, spec }: App): StoredSessions | undefined {
  if (spec.session.strategy === 'jwt') {
    return (
      storedClaims && {
        list: async (id) => storedClaims.list(id),
        end: async (id) => storedClaims.remove(id),
      }
    )
  }
  if (!adapter?.has('listSessionsByUserId') || !adapter.has('deleteSessionById')) return undefined
  return {
    list: async (userId) => adapter.listSessionsByUserId(userId),
    end: async (id) => adapter.deleteSessionById(id),
  }
}

/**
 * Stores a session, and ends the oldest sessions above the default limit. Takes no lock, and lists the
 * sessions while the new session is stored, so that the sign-in takes no longer. Concurrent sign-ins may
 * exceed the limit by a few sessions.
 */
async function createWithinDefault(
  { userId, id: newId, previousId }: NewSession,
  create: () => Promise<void>,
  stored: StoredSessions,
  { clock, logger }: Pick<App, 'clock' | 'logger'>,
): Promise<void> {
  const listing = stored.list(userId).catch((error: unknown) => asError(error))
  await create()
  try {
    const listed = await listing
    if (listed instanceof Error) throw listed
    const others = liveOthers(listed, [newId, previousId], clock)
    const surplus = Math.min(others.length - (DEFAULT_MAX_SESSIONS - 1), MAX_ENDED_SESSIONS)
    const ended = surplus > 0 ? others.sort(byAge).slice(0, surplus) : []
    await Promise.all(ended.map(async ({ id }) => stored.end(id)))
  } catch (error) {
    // The sign-in continues. The next sign-in ends the sessions above the limit.
    logger.warn(
      'session-limit',
      `The oldest sessions of a user could not be ended: ${asError(error).message}`,
    )
  }
}

function liveOthers<Session extends ListedSession>(
  sessions: readonly Session[],
  excludedIds: readonly (string | undefined)[],
  clock: Clock,
): Session[] {
  return sessions.filter(
    ({ id, expires }) => !excludedIds.includes(id) && new Date(expires).getTime() > clock(),
  )
}

/** If a process ends without releasing its lock, the lock expires after this time. */
const LOCK_TTL_SECONDS = 10

const LOCK_WAIT: LockWait = { maxMs: 2_000, pollMs: 50 }

/**
 * Stores a session under a lock, within the configured limit. Continues without the lock if it is not free in
 * time, because a slow store must not stop sign-ins.
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
      throw new AccessDenied(`The user has ${count} sessions, the maximum of \`.session({ maxSessions })\`.`)
    }
    await create()
    const others = await othersOf(session, parts)
    // If the process ends before the old sessions are deleted, the next sign-in deletes them.
    const surplus = Math.max(0, others.length - (count - 1))
    for (const { id } of others.sort(byAge).slice(0, surplus)) await adapter.deleteSessionById(id)
  })
}

async function othersOf(
  { userId, id: newId, previousId }: NewSession,
  { adapter, clock }: SessionLimitParts,
): Promise<AdapterSessionInfo[]> {
  return liveOthers(await adapter.listSessionsByUserId(userId), [newId, previousId], clock)
}

/** Sorts sessions by age, the oldest first. Sessions of an earlier version have no start time. */
function byAge(a: ListedSession, b: ListedSession): number {
  const began = ({ createdAt }: ListedSession): number => (createdAt ? new Date(createdAt).getTime() : 0)
  return began(a) - began(b) || new Date(a.expires).getTime() - new Date(b.expires).getTime()
}
