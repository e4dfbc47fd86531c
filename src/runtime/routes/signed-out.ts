import { textParam } from '../http/params.js'
import { type RouteResult, redirect } from '../http/result.js'
import type { RouteContext } from './route-context.js'

/**
 * `GET /signed-out/:provider`: where a provider sends the browser after it has signed the user out. It leads to where the sign-out was to lead,
 * and to the first page where this browser began none.
 *
 * @see https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RedirectionAfterLogout
 */
export async function signedOut({ instance, exchange, providerId = '' }: RouteContext): Promise<RouteResult> {
  const { origin } = exchange
  const cookies = await exchange.context.providerSessions()
  const state = textParam(exchange.query, 'state')
  const signOut = await cookies.comeBack({ provider: providerId, origin }, state, exchange)
  const target = signOut && (await instance.callbacks.redirect(signOut.target, origin))
  return redirect(target ?? origin + instance.home)
}
