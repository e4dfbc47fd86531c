import { ClientError } from './client-error.js'

/** The response of a route. */
export interface Answered {
  readonly response: Response
  /** The body, or `undefined` where it is no JSON. */
  readonly body: unknown
}

/**
 * Sends a request to a route, with an object to `POST` or with nothing. Throws a `ClientError` without a response.
 * A body of JSON keeps numbers and lists what they are, and no form of another site can send one.
 */
export async function ask(url: string, data?: object): Promise<Answered> {
  const response = await fetch(url, {
    method: data ? 'POST' : 'GET',
    headers: data && { 'content-type': 'application/json', 'x-auth-return-redirect': '1' },
    body: data && JSON.stringify(data),
  } as RequestInit).catch((cause: unknown) => {
    throw new ClientError(`${url} could not be reached.`, undefined, cause)
  })
  return { response, body: await response.json().catch(() => undefined) }
}

/** The body of a successful response. Throws a `ClientError` for anything else. */
export async function read(url: string): Promise<unknown> {
  const { response, body } = await ask(url)
  if (response.ok && body !== undefined) return body
  throw unexpected(url, response)
}

/** A response that is not from our routes, such as one of a proxy. */
export function unexpected(url: string, response: Response): ClientError {
  return new ClientError(
    `${url} responded with ${response.status}. Set "basePath" to the path of the handler.`,
    response,
  )
}
