/** The result of a route, as data. */
export type RouteResult = RedirectResult | JsonResult | PageResult | EmptyResult

/** Redirects the browser to an absolute URL. */
export interface RedirectResult {
  /** Marks a redirect. `redirect()` creates one. */
  readonly kind: 'redirect'
  /** The absolute URL to redirect to, sent as the header `Location`. */
  readonly location: string
  /** Data for a script, which receives it as `result` together with the URL. */
  readonly result?: object | undefined
}

/** Responds with JSON. */
export interface JsonResult {
  /** Marks a JSON response. `json()` creates one. */
  readonly kind: 'json'
  /** The value to convert to JSON. */
  readonly body: unknown
  /** The HTTP status. `json()` uses 200 by default. */
  readonly status: number
}

/** Responds with a status and no body. */
export interface EmptyResult {
  /** Marks a response without a body. `nothing()` creates one. */
  readonly kind: 'empty'
  /** The HTTP status, such as 204. */
  readonly status: number
}

export interface PageResult {
  readonly kind: 'page'
  readonly status: number
  readonly render: (context: PageRendering) => Pick<ResponseData, 'headers' | 'body'>
}

export interface PageRendering {
  /** The nonce of the `Content-Security-Policy`. */
  readonly nonce: string
  /** Whether cookies have the attribute `Secure`. */
  readonly secure: boolean
}

/** Redirects the browser to an absolute URL. A script receives the URL and `result` as JSON instead. */
export function redirect(location: string, result?: object): RedirectResult {
  // A custom page may have any path, but a header allows only ASCII.
  return { kind: 'redirect', location: /^[!-~]+$/.test(location) ? location : new URL(location).href, result }
}

/** Responds with `body` as JSON. Default status: 200. */
export function json(body: unknown, status = 200): JsonResult {
  return { kind: 'json', body, status }
}

/** Responds with a status and no body. */
export function nothing(status: number): EmptyResult {
  return { kind: 'empty', status }
}

export interface ResponseData {
  readonly status: number
  /** All headers except `set-cookie`. The names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The values of `Set-Cookie`, one per cookie. */
  readonly cookies: readonly string[]
  readonly body: string | null
}

/** No cache may share a response between browsers, even if it sets no cookie. */
export const PRIVATE = 'private, no-cache, no-store'
