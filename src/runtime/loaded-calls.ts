import type { AuthError } from '../errors.js'
import type { Authorization } from './api/authorized-callback.js'
import type { Destination } from './api/destinations.js'
import type { Admission, GuardOptions } from './api/guard.js'
import { loadApi, type OpenRequest } from './api/open-request.js'
import type { Refusal, RefusedForm } from './api/refusal.js'
import type { SignInForm } from './api/sign-in.js'
import type { ResponseData } from './core/http/result.js'

/* Calls of frameworks whose code is loaded by the first of them, so that an application starts without it. */

/** Where a sign-in or sign-out of a request leads, for the redirect function of a framework. */
export async function leadsTo(request: OpenRequest, url: Promise<string>): Promise<Destination> {
  const { destination } = await loadApi()
  return destination(await url, request.lastCall ?? (await request.call()))
}

/** Decides whether a request is admitted, and where a signed-out user is led. */
export async function guard(request: OpenRequest, options: GuardOptions): Promise<Admission> {
  const module = await loadApi()
  return module.guard(request, options)
}

/** Whether `callbacks.authorized` lets a request through. A response is sent in place of what was requested. */
export async function authorize(request: OpenRequest): Promise<Authorization> {
  const module = await loadApi()
  return module.authorize(request)
}

/** Reports why the last sign-in or sign-out of a request was refused, and decides where that leads. */
export async function refuse(
  error: AuthError,
  request: OpenRequest,
  form: RefusedForm = {},
): Promise<Refusal> {
  const module = await loadApi()
  return module.refuse(error, form, request.lastCall ?? (await request.call()))
}

/** The fields of a form that starts a sign-in. Throws `InvalidRequest` where there is none. */
export async function readSignInForm(request: Request): Promise<SignInForm> {
  const module = await loadApi()
  return module.readSignInForm(request)
}

/**
 * Throws `MissingCSRF` where a browser says that another site sent a request.
 *
 * @param when - `'unless off'` leaves it to the option `skipCSRFCheck`.
 */
export async function requireSameSite(
  request: OpenRequest,
  message: string,
  when: 'always' | 'unless off',
): Promise<void> {
  const module = await loadApi()
  module.requireSameSite(await request.call(), message, when)
}

/** The response where an error says that a session cannot be read now; `undefined` for any other error. */
export async function unavailableResponse(error: unknown): Promise<ResponseData | undefined> {
  const { unavailable, unavailableStatus } = await loadApi()
  const status = unavailableStatus(error)
  return status && unavailable({ status })
}
