import { MissingCSRF } from '../../../errors.js'
import { printable } from '../base/printable.js'
import { addCookies } from '../http/cookies.js'
import { mayChangeState } from '../http/cross-site-check.js'
import { textParam } from '../http/params.js'
import { json, nothing, type RouteResult } from '../http/route-result.js'
import type { Exchange } from '../object-lifetimes.js'
import type { RouteContext } from '../route.js'

export async function csrf({ app, exchange }: RouteContext): Promise<RouteResult> {
  if (exchange.site.csrf.isOff) {
    app.warnOnce(
      'csrf-disabled',
      'The option `skipCSRFCheck` is set, so there is no CSRF token. Send forms without a token, or remove the option.',
    )
    addCookies(exchange, [await exchange.site.csrf.renew('')])
    return nothing(404)
  }
  return json({ csrfToken: await csrfToken(exchange) })
}

export async function csrfToken(exchange: Exchange): Promise<string> {
  const { csrf, sessions } = exchange.site
  const { token, cookie } = await csrf.current(exchange.cookies, await sessions.key(exchange))
  if (cookie) addCookies(exchange, [cookie])
  return token
}

/**
 * Returns the error message for a request from another site. Behind a tunnel, for example, the application
 * may not know its public origin, so the message says how to set it.
 *
 * @param problem - A sentence without a period.
 */
export function otherSite(problem: string, { request: { headers }, origin }: Exchange): string {
  const sender = headers.get('origin')
  // Browsers send `null` from a sandboxed frame, for example, which no configuration can allow.
  if (sender === null || sender === 'null' || sender === origin) return `${problem}.`
  const advice = `If browsers open this application at ${printable(sender)}, set AUTH_URL to this URL, or list its host in AUTH_TRUSTED_HOSTS`
  return `${problem}: \`Origin\` is ${printable(sender)}, and the application is at ${origin}. ${advice}.`
}

export async function requireCsrf(exchange: Exchange): Promise<void> {
  if (exchange.site.csrf.isOff) return
  if (!mayChangeState(exchange))
    throw new MissingCSRF(otherSite('The request was sent by another site', exchange))
  const { csrf, sessions } = exchange.site
  const submitted = textParam(exchange.body, 'csrfToken')
  if (submitted && (await csrf.verify(exchange.cookies, submitted, await sessions.key(exchange)))) return
  throw new MissingCSRF(
    'The CSRF token of the request is missing or not valid any more. Fetch a new one with GET /csrf.',
  )
}
