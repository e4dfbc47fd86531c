import type { PublicSession } from '../../builder/spec.js'
import type { Exchange } from '../http/exchange.js'
import type { LiveSession, SessionCookieContext, SessionUpdate } from './session-strategy.js'

/** The session that `callbacks.session` starts from: nothing but name, address and picture. */
export function baseSession(
  user: { name?: unknown; email?: unknown; image?: unknown },
  expires: Date,
): PublicSession {
  const { name, email, image } = user
  return { user: { name, email, image }, expires: expires.toISOString() }
}

/** The session as the browser may see it, extended when that is due; `null` when a callback ended it. */
export async function showSession(
  live: LiveSession,
  exchange: Exchange<SessionCookieContext>,
  update?: SessionUpdate,
): Promise<Record<string, unknown> | null> {
  const { sessions } = exchange.site
  const shown = await sessions.show(live, update, exchange)
  if (!shown) sessions.clear(exchange)
  const unextended = await shown?.keep?.(exchange)
  return unextended ?? shown?.session ?? null
}
