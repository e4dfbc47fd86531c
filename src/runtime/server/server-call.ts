import { keepWithinBudget } from '../http/cookie-budget.js'
import { type ResponseCookie, serializeCookie } from '../http/cookies.js'
import type { Exchange } from '../http/exchange.js'

/** What every call on the server is given: the request that it is made for. */
export interface ServerRequest {
  readonly request: Request
  /** Where to go afterwards: a path of the site. Default: `/`. */
  readonly redirectTo?: string | undefined
}

/** Where to send the browser, and the cookies to set with it. */
export interface ServerRedirect {
  readonly url: string
  readonly cookies: readonly ResponseCookie[]
}

/** The cookies that a call on the server leaves to its caller to set. */
export function cookiesOf(exchange: Exchange): readonly ResponseCookie[] {
  keepWithinBudget(exchange, exchange.site.cookies)
  return [...exchange.setCookies]
}

/** The same result with the cookies as `Set-Cookie` headers. */
export function withHeaders<Result extends { readonly cookies: readonly ResponseCookie[] }>({
  cookies,
  ...result
}: Result): Omit<Result, 'cookies'> & { readonly headers: Headers } {
  const headers = new Headers()
  for (const cookie of cookies) headers.append('set-cookie', serializeCookie(cookie))
  return { ...result, headers }
}
