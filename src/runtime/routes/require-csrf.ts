import { MissingCSRF } from '../../errors.js'
import { comesFromSite } from '../http/comes-from-site.js'
import type { Exchange } from '../http/exchange.js'
import { textParam } from '../http/params.js'

/** Throws `MissingCSRF` unless the request comes from a page of this site that holds the browser's token. */
export async function requireCsrf(exchange: Exchange): Promise<void> {
  if (exchange.site.csrf.isOff) return
  if (!comesFromSite(exchange)) throw new MissingCSRF('The request was sent by another site.')
  const { csrf, sessions } = exchange.site
  const submitted = textParam(exchange.body, 'csrfToken')
  if (submitted && (await csrf.verify(exchange.cookies, submitted, await sessions.key(exchange)))) return
  throw new MissingCSRF('The request does not hold the token of GET /csrf, or an old one.')
}
