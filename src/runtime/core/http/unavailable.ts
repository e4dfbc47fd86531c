import { COMMON_HEADERS } from './response.js'
import { isDown, isUnreadable, responseOf } from './response-of-error.js'
import { PRIVATE, type ResponseData } from './result.js'

/** Reason for a response without a page. */
export interface Unavailable {
  readonly status: 400 | 404 | 405 | 413 | 421 | 500 | 503
  /** The methods that the route supports. */
  readonly allow?: readonly string[]
}

const texts: Readonly<Record<Unavailable['status'], string>> = {
  400: 'The request is malformed.',
  404: 'There is nothing at this URL.',
  405: 'This URL does not accept that method.',
  413: 'The body of the request is too large.',
  421: 'The site is not served at this host. Check the server logs for more information.',
  500: 'There is a problem with the server configuration. Check the server logs for more information.',
  503: 'The session could not be read. Try again in a moment.',
}

/** A one-line JSON response if the configuration or the request is too broken for a page. */
export function unavailable({ status, allow }: Unavailable): ResponseData {
  return {
    status,
    headers: {
      ...COMMON_HEADERS,
      'content-type': 'application/json',
      'cache-control': PRIVATE,
      ...(allow && { allow: allow.join(', ') }),
      ...(status === 503 && { 'retry-after': '5' }),
    },
    cookies: [],
    body: JSON.stringify({ message: texts[status] }),
  }
}

/** Status of the response if the session of a request cannot be read; `undefined` for an unrelated error. */
export function unavailableStatus(error: unknown): Unavailable['status'] | undefined {
  if (isDown(error)) return 503
  return isUnreadable(error) ? (responseOf(error).status as Unavailable['status']) : undefined
}
