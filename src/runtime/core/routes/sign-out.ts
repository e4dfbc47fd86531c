import { withQuery } from '../http/redirects.js'
import { type RouteResult, redirect } from '../http/route-result.js'
import { signOutTo } from '../login/sign-out.js'
import type { RouteContext } from '../route.js'
import { requireCsrf } from './csrf.js'

export async function signOutPage({ app, exchange }: RouteContext): Promise<RouteResult> {
  const { pages } = app.spec
  const requested = exchange.query['callbackUrl']
  const callbackUrl = await app.callbacks.redirect(requested, exchange.origin)
  if (pages.signOut) {
    const customPage = exchange.origin + pages.signOut
    return redirect(requested === undefined ? customPage : withQuery(customPage, { callbackUrl }))
  }
  return (await app.pages()).signOut(callbackUrl, app, exchange)
}

export async function signOut(context: RouteContext): Promise<RouteResult> {
  const { app, exchange } = context
  const location = await app.callbacks.redirect(exchange.body['callbackUrl'], exchange.origin)
  exchange.callbackUrl = location
  await requireCsrf(exchange)
  const atProvider = toBoolean(exchange.body['provider'])
  return redirect(await signOutTo(location, atProvider, app, exchange))
}

function toBoolean(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true
  return value === false || value === 'false' ? false : undefined
}
