import type { Instance } from '../instance/instance.js'
import { openServerExchange } from '../request/open-exchange.js'
import { expectsPage } from './expects-page.js'
import { page } from './result.js'
import { toResponse } from './to-response.js'
import { type Unavailable, unavailable } from './unavailable.js'

/** Answers a request that no route answers: with a page where somebody looks at it, else with one line of JSON. */
export async function noRoute(problem: Unavailable, request: Request, instance: Instance): Promise<Response> {
  if (problem.status !== 404 || request.method !== 'GET') return unavailable(problem)
  const exchange = openServerExchange(request, instance)
  if (!expectsPage(exchange)) return unavailable(problem)
  const { renderErrorPage } = await import('../pages/error-page.js')
  const { pages, options } = instance.spec
  const props = {
    theme: options.theme ?? {},
    host: exchange.url.host,
    error: 'NotFound',
    retryUrl: exchange.origin + (pages.signIn ?? `${instance.basePath}/signin`),
    homeUrl: `${exchange.origin}/`,
  }
  return toResponse(
    page((nonce) => renderErrorPage({ ...props, nonce }).html, { status: 404 }),
    exchange,
  )
}
