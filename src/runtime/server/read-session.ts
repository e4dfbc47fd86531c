import type { Instance } from '../compile.js'
import { openServerExchange } from '../http/exchange.js'

/**
 * The session that a request carries. A session in the database is extended when that is due. One in a
 * cookie is not, nor is kept what `callbacks.jwt` changes, because there is no response to set it with:
 * `GET /session` does both.
 */
export async function readSession(
  request: Request,
  instance: Instance,
): Promise<Record<string, unknown> | null> {
  const exchange = openServerExchange(request, instance)
  const { sessions } = exchange.site
  const live = await sessions.find(exchange)
  const shown = live && (await sessions.show(live))
  const unextended = live?.strategy === 'database' ? await shown?.keep?.(exchange) : undefined
  return unextended ?? shown?.session ?? null
}
