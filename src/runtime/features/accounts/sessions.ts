import { sha256 } from '#sha256'
import type { AdapterSessionInfo } from '../../../adapters/contract.js'
import { endSignIns } from '../../core/login/ended-sign-ins.js'
import { sameId } from '../../core/login/identity.js'
import type { App } from '../../core/object-lifetimes.js'
import type { LiveSession } from '../../core/sessions/session-strategy.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import { accountAdapter } from './account-adapter.js'

export interface OwnSession extends AdapterSessionInfo {
  readonly isCurrent: boolean
}

/** Returns the user's sessions, or `undefined` if sessions cannot be listed and ended one by one. */
export async function ownSessions(live: LiveSession, app: App): Promise<readonly OwnSession[] | undefined> {
  const listed = await listedSessions(live, app)
  if (!listed) return undefined
  const current = live.strategy === 'jwt' ? live.origin.id : await sha256(live.row.sessionToken)
  const now = app.clock()
  return listed
    .filter(({ userId, expires }) => sameId(userId, live.userId) && new Date(expires).getTime() > now)
    .map((session) => ({ ...session, isCurrent: session.id === current }))
    .sort((one, other) => rank(other) - rank(one))
}

async function listedSessions(
  { strategy, userId }: LiveSession,
  app: App,
): Promise<readonly AdapterSessionInfo[] | undefined> {
  if (strategy === 'jwt') return app.storedClaims?.list(userId)
  const adapter = accountAdapter(app)
  return endsOneByOne(adapter) ? adapter.listSessionsByUserId(userId) : undefined
}

function endsOneByOne(adapter: GuardedAdapter): boolean {
  return adapter.has('listSessionsByUserId') && adapter.has('deleteSessionById')
}

async function endSession(id: string, { strategy }: LiveSession, app: App): Promise<void> {
  if (strategy === 'jwt') await app.revocations.revoke({ id })
  else await accountAdapter(app).deleteSessionById(id)
}

export async function endOwnSession(id: string, live: LiveSession, app: App): Promise<boolean> {
  const sessions = await ownSessions(live, app)
  // The id comes from a form, so check that it belongs to the user.
  const found = sessions?.some((session) => session.id === id) ?? false
  if (found) await endSession(id, live, app)
  return found
}

const MAX_ROUNDS = 10

export function canEndSessions({ strategy }: LiveSession, app: App): boolean {
  if (strategy === 'jwt') return true
  const adapter = accountAdapter(app)
  return endsOneByOne(adapter) || adapter.has('deleteSessionsByUserId')
}

/**
 * Ends all other sessions of the user. Also ends the current session if sessions cannot be ended one by one,
 * or if new sessions keep starting. The result is then `'all'`.
 */
export async function endOtherSessions(live: LiveSession, app: App): Promise<'others' | 'all'> {
  await endSignIns(live.userId, app)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const sessions = await ownSessions(live, app)
    if (!sessions) break
    const others = sessions.filter(({ isCurrent }) => !isCurrent)
    if (others.length === 0) return 'others'
    for (const { id } of others) await endSession(id, live, app)
    // List the sessions again, because another request may have replaced one of them, for example to link an
    // account.
  }
  await endAllSessions(live, app)
  return 'all'
}

async function endAllSessions({ strategy, userId }: LiveSession, app: App): Promise<void> {
  if (strategy === 'jwt') await app.revocations.revokeAll(userId)
  else await accountAdapter(app).deleteSessionsByUserId(userId)
}

function rank({ isCurrent, lastUsedAt, createdAt }: OwnSession): number {
  return isCurrent ? Number.MAX_VALUE : new Date(lastUsedAt ?? createdAt ?? 0).getTime()
}
