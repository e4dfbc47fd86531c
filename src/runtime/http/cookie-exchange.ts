import type { RequestCookies } from './request-cookies.js'
import type { ResponseCookie } from './response-cookie.js'

/** The cookies of one request, and those that its response will set. */
export interface CookieExchange {
  readonly cookies: RequestCookies
  /** Sent with success and failure alike. A later cookie replaces one of the same name. */
  readonly setCookies: ResponseCookie[]
}

export function setCookies(exchange: CookieExchange, cookies: Iterable<ResponseCookie>): void {
  const { setCookies: all } = exchange
  for (const cookie of cookies) {
    const earlier = all.findIndex(({ name }) => name === cookie.name)
    if (earlier === -1) all.push(cookie)
    else all[earlier] = cookie
  }
}

/** Takes back a cookie, or the parts of a divided one, that the response would have set. */
export function withdrawCookie({ setCookies: all }: CookieExchange, base: string): void {
  const isPart = (name: string): boolean =>
    name === base || (name.length === base.length + 2 && name.startsWith(`${base}.`))
  all.splice(0, all.length, ...all.filter(({ name }) => !isPart(name)))
}
