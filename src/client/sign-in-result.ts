import type { ErrorType } from '../errors.js'
import { ClientError, type RouteResponse, webUrl } from './request.js'

/** The outcome of a sign-in or sign-out. */
export type SignInResult = SignInSuccess | SignInFailure

/** It succeeded, or continues at the provider. */
export interface SignInSuccess {
  ok: true
  /** The HTTP status of the response. */
  status: number
  /** Where to go next: an address that the server named. */
  url: string
  error?: undefined
  code?: undefined
}

/** It failed. */
export interface SignInFailure {
  ok: false
  /** The HTTP status of the response; `undefined` where there was none. */
  status: number | undefined
  url: null
  /**
   * The type of the error, such as `'CredentialsSignin'` or `'RateLimited'`; `'Unavailable'` when the server is temporarily unavailable,
   * `'Configuration'` when it is misconfigured.
   */
  error: ErrorType | 'Configuration' | 'Unavailable' | (string & {})
  /** The `code` of the `CredentialsSignin` that was thrown. */
  code: string | undefined
  /** Seconds after which to retry, where the server sends them. */
  retryAfter: number | undefined
}

/** The result of a sign-in or sign-out, and the page that shows it. */
export interface Outcome {
  readonly result: SignInResult
  readonly page: string | undefined
}

/**
 * Parses a response. Errors are in the `error` of the address, which a requested page can
 * have as well: a user who signs in on `/login?error=CredentialsSignin` comes back to it, signed in.
 *
 * @param wanted - Where to go afterwards.
 */
export function outcomeOf({ response, body }: RouteResponse, wanted: string): Outcome {
  const url = webUrl((body as { url?: unknown } | null | undefined)?.url)
  const params = url?.href === webUrl(wanted)?.href ? undefined : url?.searchParams
  const error = params?.get('error')
  // An outage has no page: the server named the address to retry.
  const page = response.status < 500 ? url?.href : undefined
  if (url && response.ok && !error) {
    return { result: { ok: true, status: response.status, url: url.href }, page }
  }
  return { result: failed(new ClientError('', response), error, params?.get('code')), page }
}

/** A failure without a response, or one that a response reports. */
export function failed(
  { status, retryAfter }: ClientError,
  error?: string | null,
  code?: string | null,
): SignInFailure {
  const known = error || (status === undefined || status === 503 ? 'Unavailable' : 'Configuration')
  return { ok: false, status, url: null, error: known, code: code ?? undefined, retryAfter }
}
