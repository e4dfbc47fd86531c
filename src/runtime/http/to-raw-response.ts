import type { RawResponse } from '../../model/raw-response.js'
import { keepWithinBudget } from './cookie-budget.js'
import type { Exchange } from './exchange.js'
import { COMMON_HEADERS, pageContent } from './response.js'
import { PRIVATE, type RouteResult } from './result.js'

/** The same as data, for those who make the response themselves. */
export function toRawResponse(result: RouteResult, exchange: Exchange): RawResponse {
  keepWithinBudget(exchange, exchange.context.cookies)
  const cookies = [...exchange.setCookies]
  const headers = new Headers({ ...COMMON_HEADERS, 'cache-control': PRIVATE })
  switch (result.kind) {
    case 'redirect':
      return { redirect: result.location, headers, cookies }
    case 'empty':
      return { status: result.status, headers, cookies }
    case 'json':
      headers.set('content-type', 'application/json')
      return { status: result.status, body: result.body, headers, cookies }
    case 'page': {
      const content = pageContent(result, exchange.context.secure)
      for (const [name, value] of Object.entries(content.headers)) headers.set(name, value)
      headers.set('cache-control', PRIVATE)
      return { status: result.status, body: content.body, headers, cookies }
    }
    default:
      return result satisfies never
  }
}
