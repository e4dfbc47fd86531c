import type { Instance } from '../compile.js'
import { openServerExchange } from '../http/exchange.js'
import { endSession } from '../sessions/end-session.js'
import { cookiesOf, type ServerRedirect, type ServerRequest } from './server-call.js'

/** Ends the session that a request carries. Throws `SignOutError` when it is still alive afterwards. */
export async function signOutOnServer(
  { request, redirectTo }: ServerRequest,
  instance: Instance,
): Promise<ServerRedirect> {
  const exchange = openServerExchange(request, instance)
  const url = await instance.callbacks.redirect(redirectTo ?? instance.home, exchange.origin)
  await endSession({ instance, exchange })
  return { url, cookies: cookiesOf(exchange) }
}
