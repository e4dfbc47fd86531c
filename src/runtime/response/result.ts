/** What a route answers with: data, from which the interpreter makes the one `Response`. */
export type RouteResult = RedirectResult | JsonResult | PageResult | EmptyResult

/** Sends the browser to an absolute address. */
export interface RedirectResult {
  readonly kind: 'redirect'
  readonly location: string
}

/** Answers with JSON. */
export interface JsonResult {
  readonly kind: 'json'
  readonly body: unknown
  readonly status: number
}

/** Answers with a status and no body. */
export interface EmptyResult {
  readonly kind: 'empty'
  readonly status: number
}

/** Answers with a built-in page, which is made once its nonce is known. */
export interface PageResult extends PageOptions {
  readonly kind: 'page'
  readonly render: (nonce: string) => string
}

export interface PageOptions {
  readonly status: number
  /** The origins, besides the site's own, to which a form of the page may lead. */
  readonly formOrigins?: readonly string[]
}

export function redirect(location: string): RedirectResult {
  return { kind: 'redirect', location }
}

export function json(body: unknown, status = 200): JsonResult {
  return { kind: 'json', body, status }
}

export function nothing(status: number): EmptyResult {
  return { kind: 'empty', status }
}

export function page(render: (nonce: string) => string, options: PageOptions = { status: 200 }): PageResult {
  return { kind: 'page', render, ...options }
}
