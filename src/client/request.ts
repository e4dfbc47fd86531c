/**
 * The server did not respond, or not as expected: the session is unknown then, and no user is
 * signed out because of it.
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
  override readonly name: string = 'ClientError'
  /** The HTTP status of the response; `undefined` where there was none. */
  declare readonly status: number | undefined
  /** Seconds after which to retry, as the server says. */
  declare readonly retryAfter: number | undefined

  constructor(message: string, response?: Response, cause?: unknown) {
    super(message, { cause })
    this.status = response?.status
    this.retryAfter = Number(response?.headers.get('retry-after')) || undefined
  }
}

/** The response of a route. */
export interface RouteResponse {
  readonly response: Response
  /** The parsed body, or `undefined` where it is not JSON. */
  readonly body: unknown
}

/**
 * Sends a request to a route: `POST` with data, else `GET`. Throws a `ClientError` when there is no response.
 * A JSON body keeps numbers and arrays, and no form of another site can send one.
 */
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

/** The body of a successful response. Throws a `ClientError` for any other. */
export async function requestJson(url: string): Promise<unknown> {
  const { response, body } = await request(url)
  if (response.ok && body !== undefined) return body
  throw unexpectedResponse(url, response)
}

/** A response that is not from our routes, such as one of a proxy. */
export function unexpectedResponse(url: string, response: Response): ClientError {
  return new ClientError(
    `${url} responded with ${response.status}. Set "basePath" to the path of the handler.`,
    response,
  )
}

/** Loads a page, also where only its fragment differs from this one: the browser would only scroll to it. */
export function navigate(address: string): void {
  const { href, hash } = new URL(address, location.href)
  location.assign(href)
  if (hash && location.href === href) location.reload()
}

/** Replaces this page, so that going back does not redirect again. */
export function goToSignIn(basePath: string): void {
  const query = new URLSearchParams({ error: 'SessionRequired', callbackUrl: location.href })
  location.replace(`${basePath}/signin?${query}`)
}

/** The URL of an address that a browser may be sent to: `http:` or `https:`, never a script. `undefined` for any other. */
export function webUrl(address: unknown): URL | undefined {
  if (typeof address !== 'string' || !URL.canParse(address, location.href)) return undefined
  const url = new URL(address, location.href)
  return /^https?:$/.test(url.protocol) ? url : undefined
}
