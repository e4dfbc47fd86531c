import { openServerExchange } from '../http/exchange.js'
import type { Incoming } from '../http/incoming.js'
import { expectsPage, toResponseData } from '../http/response.js'
import type { ResponseData } from '../http/result.js'
import { type Unavailable, unavailable } from '../http/unavailable.js'
import { page } from '../pages/page-headers.js'
import { pageSite } from '../pages/page-site.js'
import type { RouteCapabilities } from './route-context.js'

/** The methods whose responses a browser shows. */
const shows: ReadonlySet<string> = new Set(['GET', 'POST'])

/** The response to a request without a route: a page for a browser, else one line of JSON. */
export async function noRoute(
  problem: Unavailable,
  incoming: Incoming,
  instance: RouteCapabilities,
): Promise<ResponseData> {
  const data = unavailable(problem)
  if (!shows.has(incoming.method) || !expectsPage(incoming)) return data
  const exchange = openServerExchange(incoming.request(), instance)
  const { renderErrorPage } = await import('#pages/pages/error-page')
  const { pages } = instance.spec
  const props = {
    ...pageSite(instance, exchange),
    error: 'NotFound',
    retryUrl: exchange.origin + (pages.signIn ?? `${instance.basePath}/signin`),
    homeUrl: exchange.origin + instance.home,
  }
  const { status } = problem
  const { allow } = data.headers
  return toResponseData(
    page((nonce) => renderErrorPage({ ...props, nonce }).html, { status, language: props.language }),
    exchange,
    allow === undefined ? {} : { allow },
  )
}
