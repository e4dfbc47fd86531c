import type { Answer } from './answer.js'
import { keepWithinBudget } from './cookie-budget.js'
import type { Exchange } from './exchange.js'
import { pageContent } from './page-content.js'
import { serializeCookie } from './response-cookie.js'
import type { RouteResult } from './result.js'

/** The header by which a script asks for an address in place of a redirect. */
export const RETURN_ADDRESS = 'x-auth-return-redirect'

/** Every answer is about one browser, even one that sets no cookie. */
export const PRIVATE = 'private, no-cache, no-store'

/** What every response carries; a built-in page names a stricter policy where its address holds a token. */
export const COMMON_HEADERS: Answer['headers'] = Object.freeze({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
})

type Bare = Omit<Answer, 'cookies'>

/** The one place where an answer is made: for success and failure alike, with the exchange's cookies. */
export function toAnswer(
  result: RouteResult,
  exchange: Exchange,
  more?: Readonly<Record<string, string>>,
): Answer {
  const { status, headers, body } = bare(result, exchange)
  keepWithinBudget(exchange, exchange.site.cookies)
  return {
    status,
    headers: { ...COMMON_HEADERS, ...headers, 'cache-control': PRIVATE, ...more },
    cookies: exchange.setCookies.map(serializeCookie),
    body,
  }
}

/** A `switch`, because every session that is read comes by here. */
function bare(result: RouteResult, exchange: Exchange): Bare {
  switch (result.kind) {
    case 'redirect':
      return redirection(result.location, exchange)
    case 'json':
      return jsonAnswer(result.body, result.status)
    case 'page':
      return { status: result.status, ...pageContent(result, exchange.site.secure) }
    case 'empty':
      return { status: result.status, headers: {}, body: null }
  }
}

function jsonAnswer(body: unknown, status: number, headers?: Answer['headers']): Bare {
  // A value that JSON does not have, as `undefined`, is none.
  const text = JSON.stringify(body) ?? 'null'
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: text }
}

function redirection(target: string, { request }: Exchange): Bare {
  // A page of the application's own may have any name; a header takes ASCII.
  const location = /^[!-~]+$/.test(target) ? target : new URL(target).href
  if (request.headers.has(RETURN_ADDRESS)) return jsonAnswer({ url: location }, 200, { location })
  return { status: 302, headers: { location }, body: null }
}
