/**
 * The server did not respond, responded with an error, or its response could not be parsed.
 *
 * @example
 * ```ts
 * import { ClientError, createClient } from 'authwright/client'
 *
 * const client = createClient()
 *
 * try {
 *   await client.getSession()
 * } catch (error) {
 *   if (error instanceof ClientError) console.warn(error.message, error.status)
 * }
 * ```
 */
export class ClientError extends Error {
  /** `'ClientError'`, also after minification. */
  override readonly name: string = 'ClientError'
  /** The HTTP status of the response. `undefined` if there was no response. */
  declare readonly status: number | undefined
  /** Seconds to wait before a retry, from `Retry-After`. */
  declare readonly retryAfter: number | undefined

  constructor(message: string, response?: Response, cause?: unknown) {
    super(message, { cause })
    this.status = response?.status
    const seconds = Number(response?.headers.get('retry-after'))
    this.retryAfter = seconds > 0 ? seconds : undefined
  }
}

export interface RouteResponse {
  readonly response: Response
  readonly body: unknown
}

/** Sends JSON, because JSON keeps numbers and arrays, and a form on another site cannot send it. */
export async function request(url: string, data?: object): Promise<RouteResponse> {
  const response = await fetch(url, {
    method: data ? 'POST' : 'GET',
    headers: data && { 'content-type': 'application/json', 'x-auth-return-redirect': '1' },
    body: data && JSON.stringify(data),
  } as RequestInit).catch((cause: unknown) => {
    throw new ClientError(`${url} could not be reached.`, undefined, cause)
  })
  return { response, body: await response.json().catch(() => undefined) }
}

export async function requestJson(url: string): Promise<unknown> {
  return bodyOf(url, await request(url))
}

export function bodyOf(url: string, received: RouteResponse): unknown {
  if (received.response.ok && received.body !== undefined) return received.body
  throw unexpectedResponse(url, received)
}

/**
 * An error for a response that is not the expected one. A response without a message may come from a proxy, or from an
 * application that has no route at this path.
 */
export function unexpectedResponse(url: string, { response, body }: RouteResponse): ClientError {
  const { message } = Object(body) as { message?: unknown }
  const isFailure = !response.ok && response.status !== 404
  if (isFailure && message && typeof message === 'string') return new ClientError(message, response)
  const advice = response.status < 429 ? ' Set "basePath" to the path of the handler.' : ''
  return new ClientError(`${url} responded with ${response.status}.${advice}`, response)
}

export function navigate(url: string): void {
  const { href } = new URL(url, location.href)
  location.assign(href)
  // If only the fragment differs, the browser scrolls and loads nothing. `location.hash` is also empty for a URL that ends with `#`.
  if (href.includes('#') && location.href === href) location.reload()
}

/** Replaces the current page, so that going back does not redirect again. */
export function goToSignIn(basePath: string): void {
  const query = new URLSearchParams({ error: 'SessionRequired', callbackUrl: location.href })
  location.replace(`${basePath}/signin?${query}`)
}

/** Accepts only `http:` and `https:`, never `javascript:`. */
export function webUrl(value: unknown): URL | undefined {
  if (typeof value !== 'string' || !URL.canParse(value, location.href)) return undefined
  const url = new URL(value, location.href)
  return /^https?:$/.test(url.protocol) ? url : undefined
}
