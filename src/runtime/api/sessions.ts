import { sha256 } from '#sha256'
import type { SessionFacts } from '../../adapters/contract.js'
import { MissingAdapter, UnsupportedStrategy } from '../../errors.js'
import type { SessionInfo } from '../../model/session-info.js'
import { openServerExchange } from '../core/exchange.js'
import { incomingRequest } from '../core/http/incoming.js'
import { endSignIns } from '../core/login/ended-sign-ins.js'
import type { App, Exchange } from '../core/object-lifetimes.js'
import { signedInAt } from '../core/sessions/recent-sign-in.js'
import type { LiveSession } from '../core/sessions/session-strategy.js'
import type { GuardedAdapter } from '../core/storage/guarded-adapter.js'

export async function currentSession(request: Request, app: App): Promise<SessionInfo | null> {
  return sessionOf(openServerExchange(incomingRequest(request), app))
}

export async function sessionOf(exchange: Exchange): Promise<SessionInfo | null> {
  const live = await exchange.site.sessions.find(exchange)
  return live && infoOf(live)
}

export async function listSessions(userId: string, app: App): Promise<readonly SessionInfo[]> {
  const stored = app.storedClaims
  if (!stored && app.spec.session.strategy === 'jwt') {
    throw new UnsupportedStrategy(
      "Sessions of strategy 'jwt' are stored in cookies and cannot be listed: call .session({ strategy: 'database' }), or .session({ sessionStore }).",
    )
  }
  const sessions = await (stored?.list(userId) ?? storedSessions(app).listSessionsByUserId(userId))
  const now = app.clock()
  return sessions
    .map(({ id, userId: owner, expires, ...metadata }) => ({
      id,
      userId: owner,
      expires: new Date(expires),
      ...withNulls(metadata),
    }))
    .filter(({ expires }) => expires.getTime() > now)
}

export async function revokeSession(id: string, app: App): Promise<void> {
  const { spec, revocations } = app
  if (spec.session.strategy === 'database') await storedSessions(app).deleteSessionById(id)
  else await revocations.revoke({ id })
}

export async function revokeAllSessions(userId: string, app: App): Promise<void> {
  const { spec, revocations } = app
  await endSignIns(userId, app)
  if (spec.session.strategy === 'database') await storedSessions(app).deleteSessionsByUserId(userId)
  else await revocations.revokeAll(userId)
}

async function infoOf(live: LiveSession): Promise<SessionInfo> {
  const { userId } = live
  const signedIn = signedInAt(live)
  const createdAt = signedIn === undefined ? undefined : new Date(signedIn * 1000)
  if (live.strategy === 'jwt') {
    const { claims, origin } = live
    const [iat, exp] = [Number(claims['iat']), Number(claims['exp'])]
    // 0 means that the token has no `iat`.
    const lastUsedAt = iat === 0 ? undefined : new Date(iat * 1000)
    const expires = new Date(exp * 1000)
    return { id: origin.id, userId, expires, ...withNulls({ createdAt, lastUsedAt, ...origin.device }) }
  }
  const { sessionToken, expires, ...metadata } = live.row
  const known = { ...metadata, createdAt: metadata.createdAt ?? createdAt }
  return { id: await sha256(sessionToken), userId, expires, ...withNulls(known) }
}

function withNulls(metadata: SessionFacts): Pick<SessionInfo, keyof SessionFacts> {
  const { createdAt, lastUsedAt, userAgent, networkAddress } = metadata
  return {
    createdAt: createdAt ? new Date(createdAt) : null,
    lastUsedAt: lastUsedAt ? new Date(lastUsedAt) : null,
    userAgent: userAgent ?? null,
    networkAddress: networkAddress ?? null,
  }
}

function storedSessions({ adapter }: App): GuardedAdapter {
  if (adapter) return adapter
  throw new MissingAdapter("Strategy 'database' needs an adapter: call .adapter() before .build().")
}
