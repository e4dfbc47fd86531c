import { json, type RouteResult } from '../http/result.js'
import { showSession } from '../sessions/show-session.js'
import { requireCsrf } from './csrf.js'
import type { RouteContext } from './route-context.js'

/** `GET /session`: the session, or `null`. */
export async function readSession({ exchange }: RouteContext): Promise<RouteResult> {
  const live = await exchange.site.sessions.find(exchange)
  if (live) return json(await showSession(live, exchange))
  exchange.site.sessions.clearUnusable(exchange)
  return json(null)
}

/** `POST /session`: changes the session by what the browser sent; it needs one to change. */
export async function updateSession({ instance, exchange }: RouteContext): Promise<RouteResult> {
  await requireCsrf(exchange)
  const live = await exchange.site.sessions.find(exchange)
  if (live) {
    const { checkedUpdate } = await import('../sessions/checked-update.js')
    return json(await showSession(live, exchange, await checkedUpdate(exchange.body['data'], instance)))
  }
  exchange.site.sessions.clearUnusable(exchange)
  return json(null, 401)
}
