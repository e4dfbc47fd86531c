import type { Instance } from '../instance.js'
import { openServerExchange } from '../open-exchange.js'
import { showSession } from '../routes/session.js'
import { checkedUpdate } from '../session-update.js'
import { headersOf } from './server-call.js'

/** The session after an update, and the `Set-Cookie` headers to send along. */
export interface UpdatedSession {
  readonly session: Record<string, unknown> | null
  readonly headers: Headers
}

/**
 * Changes the session that a request carries; `null` when it carries none. Throws `InvalidRequest` when the
 * data does not match the schema of `.session({ update })`.
 */
export async function updateOnServer(
  data: unknown,
  request: Request,
  instance: Instance,
): Promise<UpdatedSession> {
  const update = await checkedUpdate(data, instance)
  const exchange = openServerExchange(request, instance)
  const live = await exchange.site.sessions.find(exchange)
  const session = live && (await showSession(live, exchange, update))
  return { session, headers: headersOf(exchange) }
}
