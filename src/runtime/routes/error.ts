import { textParam } from '../http/params.js'
import { withQuery } from '../http/redirects.js'
import { type RouteResult, redirect } from '../http/result.js'
import type { RouteContext } from './route-context.js'

/** `GET /error`: says what went wrong and what to do next. */
export async function errorPage({ instance, exchange }: RouteContext): Promise<RouteResult> {
  const { pages } = instance.spec
  const error = textParam(exchange.query, 'error')
  if (pages.error) return redirect(withQuery(exchange.origin + pages.error, { error }))
  const { showErrorPage } = await import('#pages/routes/built-in-pages')
  return showErrorPage(error, instance, exchange)
}
