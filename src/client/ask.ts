import { ClientError } from './client-error.js'

/** What a route answered. */
export interface Answered {
  readonly response: Response
  /** The body, or `undefined` where it is no JSON. */
  readonly body: unknown
}

/**
 * Asks a route, with an object to `POST` or with nothing. Throws a `ClientError` when no answer comes.
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

/** What a route answered well. Throws a `ClientError` for anything else. */
export async function read(url: string): Promise<unknown> {
  const { response, body } = await ask(url)
  if (response.ok && body !== undefined) return body
  throw unexpected(url, response)
}

/** An answer that is none of ours, which is most often somebody else's. */
export function unexpected(url: string, response: Response): ClientError {
  return new ClientError(
    `${url} responded with ${response.status}. Set "basePath" to the path of the handler.`,
    response,
  )
}
