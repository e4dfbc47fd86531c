import type { Instance } from '../compile.js'
import type { ResponseCookie } from '../http/cookies.js'
import { openIncoming } from '../http/exchange.js'
import type { Incoming } from '../http/incoming.js'
import { showSession } from '../sessions/show-session.js'
import { cookiesOf } from './server-call.js'

/** A session, and the cookies that extend it or keep what a callback changed of it. */
export interface RefreshedSession {
  readonly session: Record<string, unknown> | null
  readonly cookies: readonly ResponseCookie[]
}

/**
 * Reads the session of a request as `GET /session` does, for a framework that can set cookies.
 *
 * @param mayBePrefetch - Whether the framework sends a prefetch that looks like this request.
 */
export async function refreshSession(
  incoming: Incoming,
  instance: Instance,
  mayBePrefetch = false,
): Promise<RefreshedSession> {
  const exchange = openIncoming(incoming, instance, mayBePrefetch)
  const live = await exchange.site.sessions.find(exchange)
  const session = live && (await showSession(live, exchange))
  return { session, cookies: cookiesOf(exchange) }
}
