import type { Answered } from './ask.js'
import { ClientError } from './client-error.js'
import type { SignInFailure, SignInResult } from './sign-in-result.js'
import { webUrl } from './web-url.js'

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
export function outcomeOf({ response, body }: Answered, wanted: string): Outcome {
  const url = webUrl((body as { url?: unknown } | null | undefined)?.url)
  const told = url?.href === webUrl(wanted)?.href ? undefined : url?.searchParams
  const error = told?.get('error')
  // An outage has no page: what the server named is where to try again.
  const page = response.status < 500 ? url?.href : undefined
  if (url && response.ok && !error) {
    return { result: { ok: true, status: response.status, url: url.href }, page }
  }
  return { result: failed(new ClientError('', response), error, told?.get('code')), page }
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
