import { textParam } from '../http/params.js'
import { withQuery } from '../http/redirects.js'
import { type RouteResult, redirect } from '../http/result.js'
import type { RouteContext } from './route-context.js'

/** `GET /signin`: the page with all providers, the application's own where it has one. */
export async function signInPage(context: RouteContext): Promise<RouteResult> {
  const { instance, exchange, providerId } = context
  const { pages } = instance.spec
  const callbackUrl = await instance.callbacks.redirect(exchange.query['callbackUrl'], exchange.origin)
  const error = textParam(exchange.query, 'error')
  const code = textParam(exchange.query, 'code')
  if (pages.signIn || providerId !== undefined) {
    const own = exchange.origin + (pages.signIn ?? `${instance.basePath}/signin`)
    return redirect(withQuery(own, { callbackUrl, error, code }))
  }
  const { showSignInPage } = await import('#pages/routes/built-in-pages')
  return showSignInPage({ callbackUrl, error, status: 200 }, instance, exchange)
}
