import { setCookies } from '../http/cookies.js'
import { json, nothing, type RouteResult } from '../http/result.js'
import { csrfToken } from './csrf-token.js'
import type { RouteContext } from './route-context.js'

/** `GET /csrf`: the token that a request which changes something must repeat. */
export async function csrf({ instance, exchange }: RouteContext): Promise<RouteResult> {
  if (exchange.site.csrf.isOff) {
    instance.logger.warn('csrf-disabled', 'The option `skipCSRFCheck` is set, so there is no CSRF token.')
    setCookies(exchange, [await exchange.site.csrf.renew('')])
    return nothing(404)
  }
  return json({ csrfToken: await csrfToken(exchange) })
}
