import { textParam } from '../http/params.js'
import { withQuery } from '../http/redirects.js'
import { type RouteResult, redirect } from '../http/result.js'
import { renderErrorPage } from '../pages/error-page.js'
import { errorText } from '../pages/error-text.js'
import { page } from '../pages/page-headers.js'
import type { RouteContext } from './route-context.js'

/** `GET /error`: says what went wrong and what to do next. */
export async function errorPage({ instance, exchange }: RouteContext): Promise<RouteResult> {
  const { pages, options } = instance.spec
  const error = textParam(exchange.query, 'error')
  if (pages.error) return redirect(withQuery(exchange.origin + pages.error, { error }))
  const props = {
    theme: options.theme ?? {},
    host: exchange.url.host,
    error,
    retryUrl: `${exchange.origin}${instance.basePath}/${error === 'SignOutError' ? 'signout' : 'signin'}`,
    homeUrl: exchange.origin + instance.home,
  }
  const { status } = errorText(error)
  // Any client can open this page; 500 is for the request that failed.
  return page((nonce) => renderErrorPage({ ...props, nonce }).html, { status: status === 500 ? 400 : status })
}
