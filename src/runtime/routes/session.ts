import { json, type RouteResult } from '../http/result.js'
import { readSession as readSessionOf } from '../sessions/read-session.js'
import type { RouteContext } from './route-context.js'

/** `GET /session`: the session, or `null`. */
export async function readSession({ exchange }: RouteContext): Promise<RouteResult> {
  const session = await readSessionOf(exchange)
  if (session !== undefined) return json(session)
  exchange.context.sessions.clearUnusable(exchange)
  return json(null)
}

/** `POST /session`: changes the session by what the browser sent; it needs one to change. */
export async function updateSession({ instance, exchange }: RouteContext): Promise<RouteResult> {
  const { requireCsrf } = await import('./csrf.js')
  await requireCsrf(exchange)
  const update = async () => {
    const { checkedUpdate } = await import('../sessions/session-update.js')
    return checkedUpdate(exchange.body['data'], instance)
  }
  const session = await readSessionOf(exchange, { update })
  if (session !== undefined) return json(session)
  exchange.context.sessions.clearUnusable(exchange)
  return json(null, 401)
}
