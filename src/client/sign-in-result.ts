import type { ErrorType } from '../errors.js'
import { ClientError, type RouteResponse, webUrl } from './request.js'

/** Result of a sign-in or sign-out. */
export type SignInResult = SignInSuccess | SignInFailure

/** The sign-in succeeded, or continues at the provider. */
export interface SignInSuccess {
  /** `true`. */
  ok: true
  /** The HTTP status of the response. */
  status: number
  /** The URL of the next page, from the server. */
  url: string
  /** Never set. */
  error?: undefined
  /** Never set. */
  code?: undefined
}

/** The result of a failed sign-in. */
export interface SignInFailure {
  /** `false`. */
  ok: false
  /** The HTTP status of the response. `undefined` if there was no response. */
  status: number | undefined
  /** Always `null`. */
  url: null
  /**
   * The type of the error, such as `'CredentialsSignin'` or `'RateLimited'`; `'Unavailable'` if the server is temporarily unavailable,
   * `'Configuration'` if it is misconfigured.
   */
  error: ErrorType | 'Configuration' | 'Unavailable' | (string & {})
  /** The `code` of the `CredentialsSignin` error. */
  code: string | undefined
  /** Seconds to wait before a retry, if the server sends them. */
  retryAfter: number | undefined
}

/** Result of a sign-in or sign-out, and the page that shows it. */
export interface Outcome {
  readonly result: SignInResult
  readonly page: string | undefined
}

/**
 * Parses a response. After a failed sign-in, the returned URL has the parameter `error`. The redirect target can have this parameter too: a
 * user who signs in on `/login?error=CredentialsSignin` returns to this URL. So the server also marks a failure with `failed`.
 *
 * @param redirectTo - The redirect target of the request.
 */
export function outcomeOf({ response, body }: RouteResponse, redirectTo: string): Outcome {
  const { url: location, result } = Object(body) as { url?: unknown; result?: { failed?: true } }
  const url = webUrl(location)
  const isTarget = response.ok && !result?.failed && url?.href === webUrl(redirectTo)?.href
  const params = isTarget ? undefined : url?.searchParams
  const error = params?.get('error')
  // A server error has no page that explains it. The URL in the response is the URL to retry.
  const page = response.status < 500 ? url?.href : undefined
  if (url && response.ok && !error) {
    return { result: { ok: true, status: response.status, url: url.href }, page }
  }
  return { result: failed(new ClientError('', response), error, params?.get('code')), page }
}

/** Creates a failure, from a response or for a missing response. */
export function failed(
  { status, retryAfter }: ClientError,
  error?: string | null,
  code?: string | null,
): SignInFailure {
  const type = error || (status === undefined || status === 503 ? 'Unavailable' : 'Configuration')
  return { ok: false, status, url: null, error: type, code: code ?? undefined, retryAfter }
}
