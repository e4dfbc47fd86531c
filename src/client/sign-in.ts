import type { AuthorizationParams, ProviderSignOutOptions } from '../builder/auth.js'
import type { ClientRedirectOptions } from './client.js'
import type { Handler } from './handler.js'
import { ClientError, navigate } from './request.js'
import { broadcast, type SessionChange } from './session-change.js'
import { failed, type Outcome, outcomeOf, type SignInResult } from './sign-in-result.js'

/** In `next-auth` 4, the option `redirectTo` is named `callbackUrl`. */
export type LegacyOptions = ClientRedirectOptions & { callbackUrl?: string | undefined }

/** Types of providers whose sign-in continues on another page or with a mail. For other types, the route `callback` checks the fields. */
const continuesElsewhere: readonly string[] = ['oauth', 'oidc', 'email', 'webauthn']

export async function signIn(
  handler: Handler,
  id: string | undefined,
  options: LegacyOptions = {},
  params?: AuthorizationParams,
): Promise<SignInResult> {
  const { redirect = true, callbackUrl, redirectTo = callbackUrl ?? returnUrl(), ...fields } = options
  if (id === undefined) {
    const url = `${handler.basePath}/signin?${new URLSearchParams({ callbackUrl: redirectTo })}`
    return finish(handler, { result: { ok: true, status: 200, url }, page: url }, redirect)
  }
  const attempt = { id, fields: { ...fields, callbackUrl: redirectTo }, params }
  const outcome: StartOutcome = await start(handler, attempt).catch(asFailure)
  return finish(handler, outcome, redirect, outcome.isFinished && {})
}

interface Attempt {
  readonly id: string
  readonly fields: Readonly<Record<string, unknown>> & { readonly callbackUrl: string }
  readonly params: AuthorizationParams | undefined
}

interface StartOutcome extends Outcome {
  readonly isFinished?: boolean
}

async function start(handler: Handler, { id, fields, params }: Attempt): Promise<StartOutcome> {
  const providers = Object(await handler.providers()) as Record<string, { type?: string } | null | undefined>
  const type = providers[id]?.type
  const isFinished = type !== undefined && !continuesElsewhere.includes(type)
  const query = new URLSearchParams(params as Record<string, string> | undefined)
  // `URLSearchParams` writes `undefined` as the string "undefined".
  for (const [name, value] of [...query]) value === 'undefined' && query.delete(name)
  const route = isFinished ? 'callback' : 'signin'
  const response = await handler.post(`/${route}/${encodeURIComponent(id)}?${query}`, fields)
  return { ...outcomeOf(response, fields.callbackUrl), isFinished }
}

export async function signOut(
  handler: Handler,
  options: LegacyOptions & ProviderSignOutOptions = {},
): Promise<SignInResult> {
  const { redirect = true, callbackUrl = location.href, redirectTo = callbackUrl, provider } = options
  const outcome = await handler
    .post('/signout', { callbackUrl: redirectTo, provider })
    .then((received) => outcomeOf(received, redirectTo))
    .catch(asFailure)
  return finish(handler, outcome, redirect, { session: null })
}

/** @param change - The change of the session if the request succeeds. Omitted if the session does not change. */
async function finish(
  { basePath }: Handler,
  { result, page }: Outcome,
  redirect: boolean,
  change?: Pick<SessionChange, 'session'> | false,
): Promise<SignInResult> {
  const leaving = redirect && page !== undefined
  if (result.ok && change) await broadcast(basePath, { ...change, leaving })
  if (leaving) navigate(page)
  return result
}

function asFailure(error: unknown): Outcome {
  if (!(error instanceof ClientError)) throw error
  return { result: failed(error), page: undefined }
}

export function returnUrl(): string {
  return new URLSearchParams(location.search).get('callbackUrl') ?? location.href
}
