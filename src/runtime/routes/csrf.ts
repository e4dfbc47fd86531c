import { setCookies } from '../cookies/cookie-exchange.js'
import { json, type RouteResult } from '../response/result.js'
import type { RouteContext } from './route-context.js'

/** `GET /csrf`: the token that a request which changes something must repeat. */
export async function csrf({ exchange }: RouteContext): Promise<RouteResult> {
  const { token, cookie } = await exchange.site.csrf.current(exchange.cookies)
  if (cookie) setCookies(exchange, [cookie])
  return json({ csrfToken: token })
}
