import { serializeCookie } from '../cookies/response-cookie.js'
import type { Exchange } from '../request/exchange.js'

/** What every call on the server is given: the request that it is made for. */
export interface ServerRequest {
  readonly request: Request
  /** Where to go afterwards: a path of the site. Default: `/`. */
  readonly redirectTo?: string | undefined
}

/** Where to send the browser, and the `Set-Cookie` headers to send along. */
export interface ServerRedirect {
  readonly url: string
  readonly headers: Headers
}

/** The headers that a call on the server leaves to its caller to send. */
export function headersOf(exchange: Exchange): Headers {
  const headers = new Headers()
  for (const cookie of exchange.setCookies.values()) headers.append('set-cookie', serializeCookie(cookie))
  return headers
}
