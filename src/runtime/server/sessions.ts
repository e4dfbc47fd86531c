import { sha256 } from '#sha256'
import { MissingAdapter, UnsupportedStrategy } from '../../errors.js'
import type { Instance } from '../compile.js'
import { openServerExchange } from '../http/exchange.js'
import type { LiveSession } from '../sessions/session-strategy.js'
import type { GuardedAdapter } from '../storage/guarded-adapter.js'

/** A session without its token. */
export interface DescribedSession {
  readonly id: string
  readonly userId: string
  readonly expires: Date
}

/** The session that a request carries, or `null`. */
export async function currentSession(request: Request, instance: Instance): Promise<DescribedSession | null> {
  const exchange = openServerExchange(request, instance)
  const live = await exchange.context.sessions.find(exchange)
  return live && describe(live)
}

/** The sessions of a user that have not ended. Throws `UnsupportedStrategy` where they are nowhere listed. */
export async function listSessions(userId: string, instance: Instance): Promise<readonly DescribedSession[]> {
  if (instance.spec.session.strategy === 'jwt') {
    throw new UnsupportedStrategy(
      "Sessions of strategy 'jwt' live in cookies and are nowhere listed: call .session({ strategy: 'database' }).",
    )
  }
  const sessions = await storedSessions(instance).listSessionsByUserId(userId)
  const now = instance.clock()
  return sessions
    .map(({ id, userId: owner, expires }) => ({ id, userId: owner, expires: new Date(expires) }))
    .filter(({ expires }) => expires.getTime() > now)
}

/** Ends one session. */
export async function revokeSession(id: string, instance: Instance): Promise<void> {
  const { spec, revocations } = instance
  if (spec.session.strategy === 'database') await storedSessions(instance).deleteSessionById(id)
  else await revocations.revoke({ id })
}

/** Ends every session of a user that has started before. */
export async function revokeAllSessions(userId: string, instance: Instance): Promise<void> {
  const { spec, revocations } = instance
  if (spec.session.strategy === 'database') await storedSessions(instance).deleteSessionsByUserId(userId)
  else await revocations.revokeAll(userId)
}

/** An adapter knows a session by the hash of its token. */
async function describe(live: LiveSession): Promise<DescribedSession> {
  const { userId } = live
  if (live.strategy === 'jwt') {
    return { id: live.origin.id, userId, expires: new Date(Number(live.claims['exp']) * 1000) }
  }
  return { id: await sha256(live.row.sessionToken), userId, expires: live.row.expires }
}

function storedSessions({ adapter }: Instance): GuardedAdapter {
  if (adapter) return adapter
  throw new MissingAdapter("Strategy 'database' needs an adapter: call .adapter() before .build().")
}
