import type { Exchange } from '../exchange.js'
import { json, type RouteResult } from '../response/result.js'
import { checkedUpdate } from '../session-update.js'
import type { LiveSession, SessionUpdate } from '../sessions/session-strategy.js'
import { requireCsrf } from './require-csrf.js'
import type { RouteContext } from './route-context.js'

/** `GET /session`: the session, or `null`. */
export async function readSession({ exchange }: RouteContext): Promise<RouteResult> {
  const live = await exchange.site.sessions.find(exchange)
  if (live) return json(await showSession(live, exchange))
  exchange.site.sessions.clear(exchange)
  return json(null)
}

/** `POST /session`: changes the session by what the browser sent; it needs one to change. */
export async function updateSession({ instance, exchange }: RouteContext): Promise<RouteResult> {
  await requireCsrf(exchange)
  const live = await exchange.site.sessions.find(exchange)
  if (live)
    return json(await showSession(live, exchange, await checkedUpdate(exchange.body['data'], instance)))
  exchange.site.sessions.clear(exchange)
  return json(null, 401)
}

/** The session as the browser may see it, extended when that is due; `null` when a callback ended it. */
export async function showSession(
  live: LiveSession,
  exchange: Exchange,
  update?: SessionUpdate,
): Promise<Record<string, unknown> | null> {
  const { sessions } = exchange.site
  const shown = await sessions.show(live, update)
  if (!shown) sessions.clear(exchange)
  await shown?.keep?.(exchange)
  return shown ? shown.session : null
}
