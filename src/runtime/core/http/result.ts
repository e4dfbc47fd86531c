/** What a route returns: data, from which the interpreter makes the one `Response`. */
export type RouteResult = RedirectResult | JsonResult | PageResult | EmptyResult

/** Sends the browser to an absolute address. */
export interface RedirectResult {
  readonly kind: 'redirect'
  readonly location: string
  /** For a script, which receives it as `result` beside the address. */
  readonly result?: object | undefined
}

/** Responds with JSON. */
export interface JsonResult {
  readonly kind: 'json'
  readonly body: unknown
  readonly status: number
}

/** Responds with a status and no body. */
export interface EmptyResult {
  readonly kind: 'empty'
  readonly status: number
}

/** Responds with a built-in page, which is rendered once its nonce is known. */
export interface PageResult {
  readonly kind: 'page'
  readonly status: number
  readonly render: (nonce: string, secure: boolean) => Pick<ResponseData, 'headers' | 'body'>
}

export function redirect(location: string, result?: object): RedirectResult {
  return { kind: 'redirect', location, result }
}

export function json(body: unknown, status = 200): JsonResult {
  return { kind: 'json', body, status }
}

export function nothing(status: number): EmptyResult {
  return { kind: 'empty', status }
}

/** A response as data, from which each kind of server makes its own response. */
export interface ResponseData {
  readonly status: number
  /** By name, in lower case; all but `set-cookie`. */
  readonly headers: Readonly<Record<string, string>>
  /** The values of `Set-Cookie`, one a cookie. */
  readonly cookies: readonly string[]
  readonly body: string | null
}

/** Every response is for one browser, even one that sets no cookie. */
export const PRIVATE = 'private, no-cache, no-store'
