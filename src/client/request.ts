import { ClientError } from './client-error.js'

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
