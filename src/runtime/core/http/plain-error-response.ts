import type { ErrorStatus } from '../../../errors.js'
import { isDown, isUnreadable, OUTAGE_RETRY_SECONDS, responseOf } from './error-status.js'
import { COMMON_HEADERS } from './response.js'
import { PRIVATE, type ResponseData } from './route-result.js'

export type PlainStatus = ErrorStatus | 405

export interface PlainProblem {
  readonly status: PlainStatus
  readonly allow?: readonly string[]
}

const messages: Readonly<Record<PlainStatus, string>> = {
  400: 'The request is malformed.',
  403: 'Access is denied.',
  404: 'There is nothing at this URL.',
  405: 'This URL does not accept that method.',
  413: 'The body of the request is too large.',
  421: 'The site is not served at this host. Check the server logs for more information.',
  429: 'There were too many attempts. Try again later.',
  500: 'There is a problem with the server configuration. Check the server logs for more information.',
  503: 'The server cannot respond right now. Try again in a moment.',
}

export function plainResponse({ status, allow }: PlainProblem): ResponseData {
  return {
    status,
    headers: {
      ...COMMON_HEADERS,
      'content-type': 'application/json',
      'cache-control': PRIVATE,
      ...(allow && { allow: allow.join(', ') }),
      ...(status === 503 && { 'retry-after': String(OUTAGE_RETRY_SECONDS) }),
    },
    cookies: [],
    body: JSON.stringify({ message: messages[status] }),
  }
}

export function plainStatusOf(error: unknown): ErrorStatus | undefined {
  if (isDown(error)) return 503
  return isUnreadable(error) ? responseOf(error).status : undefined
}
