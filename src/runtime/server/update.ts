import { InvalidRequest } from '../../errors.js'
import { asError } from '../base/as-error.js'
import { throughJson } from '../base/through-json.js'
import type { Instance } from '../compile.js'
import { openServerExchange } from '../http/exchange.js'
import { checkedUpdate } from '../sessions/checked-update.js'
import { showSession } from '../sessions/show-session.js'
import type { RefreshedSession } from './refresh-session.js'
import { cookiesOf } from './server-call.js'

/**
 * Changes the session that a request carries; `null` when it carries none. Throws `InvalidRequest` when the
 * data does not match the schema of `.session({ update })`.
 */
export async function updateOnServer(
  data: unknown,
  request: Request,
  instance: Instance,
): Promise<RefreshedSession> {
  const update = await checkedUpdate(asSent(data), instance)
  const exchange = openServerExchange(request, instance)
  const live = await exchange.site.sessions.find(exchange)
  const session = live && (await showSession(live, exchange, update))
  return { session, cookies: cookiesOf(exchange) }
}

/** The data as a browser would send it, so that callbacks are given the same of both. */
function asSent(data: unknown): unknown {
  try {
    return throughJson(data)
  } catch (cause) {
    throw new InvalidRequest('The data of `update` cannot be written as JSON.', { cause: asError(cause) })
  }
}
