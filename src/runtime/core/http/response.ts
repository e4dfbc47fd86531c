import type { Exchange, Site } from '../object-lifetimes.js'
import type { Incoming } from './incoming.js'
import {
  type PageResult,
  PRIVATE,
  type RedirectResult,
  type ResponseData,
  type RouteResult,
} from './route-result.js'
import { serializeCookie } from './serialize-cookie.js'
import { keepWithinBudget } from './total-cookie-size.js'

/** Header with which a script requests the URL of a redirect as data. */
const RETURN_URL_HEADER = 'x-auth-return-redirect'

/** A built-in page sets a stricter referrer policy if its URL contains a token. */
export const COMMON_HEADERS: ResponseData['headers'] = Object.freeze({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
})

/** A `Response` with one of these statuses must have no body. */
const BODILESS: readonly number[] = [204, 205, 304]

type ResponseParts = Omit<ResponseData, 'cookies'>

export function toResponseData(
  result: RouteResult,
  exchange: Exchange,
  more?: Readonly<Record<string, string>>,
): ResponseData {
  const { status, headers, body } = partsOf(result, exchange)
  keepWithinBudget(exchange, exchange.site.cookies)
  return {
    status,
    headers: { ...COMMON_HEADERS, ...headers, 'cache-control': PRIVATE, ...more },
    cookies: exchange.setCookies.map(serializeCookie),
    body,
  }
}

function partsOf(result: RouteResult, exchange: Exchange): ResponseParts {
  switch (result.kind) {
    case 'redirect':
      return redirection(result, exchange)
    case 'json':
      return jsonResponse(result.body, result.status)
    case 'page':
      return { status: result.status, ...pageContent(result, exchange.site) }
    case 'empty':
      return { status: result.status, headers: {}, body: null }
  }
}

function jsonResponse(body: unknown, status: number, headers?: ResponseData['headers']): ResponseParts {
  if (BODILESS.includes(status)) return { status, headers: {}, body: null }
  // `JSON.stringify` returns `undefined` for values without a JSON form.
  const text = JSON.stringify(body) ?? 'null'
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: text }
}

function redirection({ location, result }: RedirectResult, { request }: Exchange): ResponseParts {
  if (request.headers.has(RETURN_URL_HEADER))
    return jsonResponse({ url: location, result }, 200, { location })
  return { status: 302, headers: { location }, body: null }
}

export function toResponse({ status, headers, cookies, body }: ResponseData): Response {
  const response = new Response(body, { status, headers: headers as Record<string, string> })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

export function pageContent(
  { render }: PageResult,
  { secure }: Pick<Site, 'secure'>,
): Pick<ResponseData, 'headers' | 'body'> {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
  const { headers, body } = render({ nonce, secure })
  const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return { headers: Object.fromEntries(lowered), body }
}

export function expectsPage({ headers }: Pick<Incoming, 'headers'>): boolean {
  return !headers.has(RETURN_URL_HEADER) && headers.get('accept')?.includes('text/html') === true
}
