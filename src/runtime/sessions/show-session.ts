import type { Exchange } from '../http/exchange.js'
import type { LiveSession, SessionUpdate } from './session-strategy.js'

/** The session as the browser may see it, extended when that is due; `null` when a callback ended it. */
export async function showSession(
  live: LiveSession,
  exchange: Exchange,
  update?: SessionUpdate,
): Promise<Record<string, unknown> | null> {
  const { sessions } = exchange.site
  const shown = await sessions.show(live, update, exchange)
  if (!shown) sessions.clear(exchange)
  const unextended = await shown?.keep?.(exchange)
  return unextended ?? shown?.session ?? null
}
