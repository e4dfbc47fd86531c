import { type RouteResult, redirect } from '../http/result.js'
import { endSession } from '../sessions/end-session.js'
import { requireCsrf } from './require-csrf.js'
import type { RouteContext } from './route-context.js'

/** `POST /signout`: ends the session, or says that it could not. */
export async function signOut(context: RouteContext): Promise<RouteResult> {
  const { instance, exchange } = context
  const location = await instance.callbacks.redirect(exchange.body['callbackUrl'], exchange.origin)
  exchange.callbackUrl = location
  await requireCsrf(exchange)
  await endSession(context)
  return redirect(location)
}
