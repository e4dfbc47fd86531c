import type { AuthError } from '../errors.js'
import type { Authorization } from './api/authorized-callback.js'
import type { Destination } from './api/destinations.js'
import type { Admission, GuardOptions } from './api/guard.js'
import { loadApi, type OpenRequest } from './api/open-request.js'
import type { Refusal, RefusedForm } from './api/refusal.js'
import type { SignInForm } from './api/sign-in.js'
import type { ResponseData } from './core/http/result.js'

/* Functions for frameworks. The first call loads their code, so that an application starts without it. */

/** The target of a sign-in or sign-out, for the redirect function of a framework. */
export async function destinationOf(request: OpenRequest, url: Promise<string>): Promise<Destination> {
  // `url` is awaited before the code is loaded. If `url` rejected during loading, the rejection would be
  // unhandled.
  const target = await url
  const { destination } = await loadApi()
  return destination(target, request.lastCall ?? (await request.call()))
}

/** Decides whether a request is admitted, and where a signed-out user is redirected. */
export async function guard(request: OpenRequest, options: GuardOptions): Promise<Admission> {
  const module = await loadApi()
  return module.guard(request, options)
}

/** Whether `callbacks.authorized` admits a request. A response is sent instead of the page. */
export async function authorize(request: OpenRequest): Promise<Authorization> {
  const module = await loadApi()
  return module.authorize(request)
}

/** Logs why the last sign-in or sign-out of a request was refused, and decides where the user is redirected. */
export async function refuse(
  error: AuthError,
  request: OpenRequest,
  form: RefusedForm = {},
): Promise<Refusal> {
  const module = await loadApi()
  return module.refuse(error, form, request.lastCall ?? (await request.call()))
}

/** The fields of a form that starts a sign-in. Throws `InvalidRequest` if the request has no form. */
export async function readSignInForm(request: Request): Promise<SignInForm> {
  const module = await loadApi()
  return module.readSignInForm(request)
}

/**
 * Throws `MissingCSRF` if the request may not change state, for example because another site sent it.
 *
 * @param when - `'unless off'` skips the check if `skipCSRFCheck` is set.
 */
export async function requireSameSite(
  request: OpenRequest,
  message: string,
  when: 'always' | 'unless off',
): Promise<void> {
  const module = await loadApi()
  module.requireSameSite(await request.call(), message, when)
}

/**
 * The response to an error that keeps a session from being read, for example because a database is down.
 * `undefined` for any other error.
 */
export async function unavailableResponse(error: unknown): Promise<ResponseData | undefined> {
  const { plainResponse, plainStatusOf } = await loadApi()
  const status = plainStatusOf(error)
  return status && plainResponse({ status })
}
