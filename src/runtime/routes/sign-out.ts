import { signOutTo, toBoolean } from '../flows/sign-out.js'
import { withQuery } from '../http/redirects.js'
import { type RouteResult, redirect } from '../http/result.js'
import { requireCsrf } from './csrf.js'
import type { RouteContext } from './route-context.js'

/** `GET /signout`: the page that confirms a sign-out. */
export async function signOutPage({ instance, exchange }: RouteContext): Promise<RouteResult> {
  const { pages } = instance.spec
  const asked = exchange.query['callbackUrl']
  const callbackUrl = await instance.callbacks.redirect(asked, exchange.origin)
  if (pages.signOut) {
    const own = exchange.origin + pages.signOut
    return redirect(asked === undefined ? own : withQuery(own, { callbackUrl }))
  }
  const { showSignOutPage } = await import('./built-in-pages.js')
  return showSignOutPage(callbackUrl, instance, exchange)
}

/** `POST /signout`: ends the session, or says that it could not. */
export async function signOut(context: RouteContext): Promise<RouteResult> {
  const { instance, exchange } = context
  const location = await instance.callbacks.redirect(exchange.body['callbackUrl'], exchange.origin)
  exchange.callbackUrl = location
  await requireCsrf(exchange)
  const provider = toBoolean(exchange.body['provider'])
  return redirect(await signOutTo(location, provider, instance, exchange))
}
