import { MissingCSRF } from '../../errors.js'
import type { Exchange } from '../request/exchange.js'
import { textParam } from '../request/params.js'

/** Throws `MissingCSRF` unless the request comes from a page of this site that holds the browser's token. */
export async function requireCsrf(exchange: Exchange): Promise<void> {
  if (exchange.site.csrf.isOff) return
  if (!comesFromSite(exchange)) throw new MissingCSRF('The request was sent by another site.')
  const { csrf, sessions } = exchange.site
  const submitted = textParam(exchange.body, 'csrfToken')
  if (submitted && (await csrf.verify(exchange.cookies, submitted, await sessions.key(exchange)))) return
  throw new MissingCSRF('The request does not hold the token of GET /csrf, or an old one.')
}

/**
 * Whether a browser says that the request comes from this site, or says nothing. A page with the
 * referrer policy `no-referrer` sends `Origin: null` even to its own site.
 */
function comesFromSite({ request, origin }: Exchange): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  const sender = request.headers.get('origin')
  return sender === null || sender === origin || (sender === 'null' && site === 'same-origin')
}
