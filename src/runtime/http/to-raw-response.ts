import { match } from 'ts-pattern'
import type { RawResponse } from '../../model/raw-response.js'
import { keepWithinBudget } from './cookie-budget.js'
import type { Exchange } from './exchange.js'
import { COMMON_HEADERS, PRIVATE, pageContent } from './response.js'
import type { RouteResult } from './result.js'

/** The same as data, for those who make the response themselves. */
export function toRawResponse(result: RouteResult, exchange: Exchange): RawResponse {
  keepWithinBudget(exchange, exchange.site.cookies)
  const cookies = [...exchange.setCookies]
  const headers = new Headers({ ...COMMON_HEADERS, 'cache-control': PRIVATE })
  return match(result)
    .with({ kind: 'redirect' }, ({ location }) => ({ redirect: location, headers, cookies }))
    .with({ kind: 'empty' }, ({ status }) => ({ status, headers, cookies }))
    .with({ kind: 'json' }, ({ status, body }) => {
      headers.set('content-type', 'application/json')
      return { status, body, headers, cookies }
    })
    .with({ kind: 'page' }, (page) => {
      const content = pageContent(page, exchange.site.secure)
      for (const [name, value] of Object.entries(content.headers)) headers.set(name, value)
      headers.set('cache-control', PRIVATE)
      return { status: page.status, body: content.body, headers, cookies }
    })
    .exhaustive()
}
