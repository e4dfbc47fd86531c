import type { AuthError } from '../errors.js'
import type { Authorization } from './api/authorized-callback.js'
import type { Destination } from './api/destinations.js'
import type { Admission, GuardOptions } from './api/guard.js'
import { loadApi, type OpenRequest } from './api/open-request.js'
import type { Refusal, RefusedForm } from './api/refused-call.js'
import type { SignInForm } from './api/sign-in.js'
import type { ResponseData } from './core/http/route-result.js'

/* The first call loads the code, so that an application starts without it. */

export async function destinationOf(request: OpenRequest, url: Promise<string>): Promise<Destination> {
  // Awaited first, because a rejection of `url` during loading would be unhandled.
  const target = await url
  const { destination } = await loadApi()
  return destination(target, request.lastCall ?? (await request.call()))
}

export async function guard(request: OpenRequest, options: GuardOptions): Promise<Admission> {
  const module = await loadApi()
  return module.guard(request, options)
}

export async function authorize(request: OpenRequest): Promise<Authorization> {
  const module = await loadApi()
  return module.authorize(request)
}

export async function refuse(
  error: AuthError,
  request: OpenRequest,
  form: RefusedForm = {},
): Promise<Refusal> {
  const module = await loadApi()
  return module.refuse(error, form, request.lastCall ?? (await request.call()))
}

/** Reads the sign-in form of a request. Throws `InvalidRequest` if the request has no form. */
export async function readSignInForm(request: Request): Promise<SignInForm> {
  const module = await loadApi()
  return module.readSignInForm(request)
}

/**
 * Throws `MissingCSRF` if another site may have sent the request.
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
 * Returns a response for an outage, a malformed request or an untrusted host. Returns `undefined` for any
 * other error.
 */
export async function unavailableResponse(error: unknown): Promise<ResponseData | undefined> {
  const { plainResponse, plainStatusOf } = await loadApi()
  const status = plainStatusOf(error)
  return status && plainResponse({ status })
}
