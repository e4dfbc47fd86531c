import type { ErrorType } from '../errors.js'
import { ClientError, type RouteResponse, webUrl } from './request.js'

/** Result of a sign-in or sign-out. */
export type SignInResult = SignInSuccess | SignInFailure

/** The sign-in or sign-out succeeded, or continues on another page. */
export interface SignInSuccess {
  /** `true`. */
  ok: true
  /** The HTTP status of the response. */
  status: number
  /** The URL of the next page. */
  url: string
  /** Never set. */
  error?: undefined
  /** Never set. */
  code?: undefined
}

/** The sign-in or sign-out failed. */
export interface SignInFailure {
  /** `false`. */
  ok: false
  /** The HTTP status of the response. `undefined` if there was no response. */
  status: number | undefined
  /** `null`. */
  url: null
  /**
   * The type of the error, such as `'CredentialsSignin'`. `'Unavailable'` if the server is not available, `'Configuration'` for failures
   * without another type.
   */
  error: ErrorType | 'Configuration' | 'Unavailable' | (string & {})
  /** The `code` of the `CredentialsSignin` error. */
  code: string | undefined
  /** Seconds to wait before a retry, from `Retry-After`. */
  retryAfter: number | undefined
}

export interface Outcome {
  readonly result: SignInResult
  readonly page: string | undefined
}

/**
 * Converts a response to a result. A parameter `error` in the URL means a failure, unless the URL is the redirect
 * target. For example, a user who signs in on `/login?error=CredentialsSignin` returns to this URL.
 */
export function outcomeOf({ response, body }: RouteResponse, redirectTo: string): Outcome {
  const { url: location, result } = Object(body) as { url?: unknown; result?: { failed?: true } }
  const url = webUrl(location)
  const isTarget = response.ok && !result?.failed && url?.href === webUrl(redirectTo)?.href
  const params = isTarget ? undefined : url?.searchParams
  const error = params?.get('error')
  // The URL in a response with a server error is a link to try again, not the next page.
  const page = response.status < 500 ? url?.href : undefined
  if (url && response.ok && !error) {
    return { result: { ok: true, status: response.status, url: url.href }, page }
  }
  return { result: failed(new ClientError('', response), error, params?.get('code')), page }
}

export function failed(
  { status, retryAfter }: ClientError,
  error?: string | null,
  code?: string | null,
): SignInFailure {
  const type = error || (status === undefined || status === 503 ? 'Unavailable' : 'Configuration')
  return { ok: false, status, url: null, error: type, code: code ?? undefined, retryAfter }
}
