import { withQuery } from '../http/redirects.js'
import { type RouteResult, redirect } from '../http/result.js'
import { signOutTo, toBoolean } from '../login/sign-out.js'
import type { RouteContext } from '../route.js'
import { requireCsrf } from './csrf.js'

/** `GET /signout`: the page that confirms a sign-out. */
export async function signOutPage({ app, exchange }: RouteContext): Promise<RouteResult> {
  const { pages } = app.spec
  const asked = exchange.query['callbackUrl']
  const callbackUrl = await app.callbacks.redirect(asked, exchange.origin)
  if (pages.signOut) {
    const own = exchange.origin + pages.signOut
    return redirect(asked === undefined ? own : withQuery(own, { callbackUrl }))
  }
  return (await app.pages()).signOut(callbackUrl, app, exchange)
}

/** `POST /signout`: ends the session, or reports that it could not. */
export async function signOut(context: RouteContext): Promise<RouteResult> {
  const { app, exchange } = context
  const location = await app.callbacks.redirect(exchange.body['callbackUrl'], exchange.origin)
  exchange.callbackUrl = location
  await requireCsrf(exchange)
  const provider = toBoolean(exchange.body['provider'])
  return redirect(await signOutTo(location, provider, app, exchange))
}
