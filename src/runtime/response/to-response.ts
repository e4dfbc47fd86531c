import { serializeCookie } from '../cookies/response-cookie.js'
import type { Exchange } from '../request/exchange.js'
import { jsonResponse } from './json-response.js'
import { pageContent } from './page-content.js'
import type { PageResult, RouteResult } from './result.js'

/** The header by which a script asks for an address in place of a redirect. */
export const RETURN_ADDRESS = 'x-auth-return-redirect'

/** The one place where a response is made: for success and failure alike, with the exchange's cookies. */
export function toResponse(result: RouteResult, exchange: Exchange, headers: HeadersInit = {}): Response {
  const response = bare(result, exchange)
  // Every answer is about one browser, even one that sets no cookie.
  response.headers.set('cache-control', 'private, no-cache, no-store')
  for (const [name, value] of new Headers(headers)) response.headers.set(name, value)
  for (const cookie of exchange.setCookies.values()) {
    response.headers.append('set-cookie', serializeCookie(cookie))
  }
  return response
}

/** A `switch`, because every session that is read comes by here. */
function bare(result: RouteResult, exchange: Exchange): Response {
  switch (result.kind) {
    case 'redirect':
      return redirection(result.location, exchange)
    case 'json':
      return jsonResponse(result.body, result.status, {})
    case 'page':
      return pageResponse(result, exchange)
    case 'empty':
      return new Response(null, { status: result.status })
  }
}

function redirection(location: string, { request }: Exchange): Response {
  if (request.headers.has(RETURN_ADDRESS)) {
    return jsonResponse({ url: location }, 200, { location })
  }
  return new Response(null, { status: 302, headers: { location } })
}

function pageResponse(page: PageResult, exchange: Exchange): Response {
  const { html, headers } = pageContent(page, exchange)
  return new Response(html, { status: page.status, headers })
}
