import type { ProviderSignOutOptions } from '../builder/auth.js'
import type { PasswordResult } from '../model/password.js'
import type {
  Client,
  ClientOptions,
  ClientSignIn,
  ClientTypes,
  ClientTypesOf,
  PublicProviders,
  RegisteredInstance,
} from './client.js'
import { type Handler, handlerAt } from './handler.js'
import { clientPasswords, type PasswordForm } from './passwords.js'
import { bodyOf, ClientError } from './request.js'
import { broadcast } from './session-change.js'
import { type LegacyOptions, returnUrl, signIn, signOut } from './sign-in.js'
import { failed, outcomeOf, type SignInFailure } from './sign-in-result.js'

/**
 * Creates a browser client. Its types come from the instance in `Register`, or from the type parameter.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { createClient } from 'authwright/client'
 * import { credentials } from 'authwright/providers/credentials'
 *
 * const auth = createAuth()
 *   .provider(credentials({ input: { password: {} }, authorize: () => ({ id: '1' }) }))
 *   .build()
 *
 * const client = createClient<typeof auth>()
 *
 * export async function enter(password: string): Promise<string | undefined> {
 *   const { ok, error } = await client.signIn('credentials', { password, redirect: false })
 *   return ok ? undefined : error
 * }
 * ```
 */
export function createClient<Instance = RegisteredInstance>(
  options?: ClientOptions,
): Client<ClientTypesOf<Instance>>
export function createClient({ basePath = '/auth' }: ClientOptions = {}): Client<ClientTypes> {
  const handler = handlerAt(basePath.replace(/\/+$/, ''))
  return {
    getSession: handler.session,
    getCsrfToken: handler.csrfToken,
    getProviders: () => handler.providers() as Promise<PublicProviders<string>>,
    // The cast is needed, because only the public type expresses that the arguments depend on the id.
    signIn: ((id, options, params) => signIn(handler, id, options, params)) as ClientSignIn<ClientTypes>,
    signOut: (options: LegacyOptions & ProviderSignOutOptions = {}) => signOut(handler, options),
    passwords: clientPasswords((form) => sendPasswordForm(handler, form)),
    async update(data) {
      const session = await (data === undefined ? handler.session() : updateSession(handler, data))
      await broadcast(handler.basePath, { session })
      return session
    },
  }
}

async function sendPasswordForm(
  handler: Handler,
  { path, fields, redirectTo = returnUrl() }: PasswordForm,
): Promise<PasswordResult | SignInFailure> {
  try {
    const received = await handler.post(path, { ...fields, callbackUrl: redirectTo })
    const { result } = Object(received.body) as { result?: unknown }
    if (isPasswordResult(result)) {
      if (result.ok) await broadcast(handler.basePath, { leaving: false })
      return result
    }
    const outcome = outcomeOf(received, redirectTo).result
    return outcome.ok ? failed(new ClientError('', received.response)) : outcome
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    return failed(error)
  }
}

function isPasswordResult(value: unknown): value is PasswordResult {
  return typeof Object(value).ok === 'boolean'
}

async function updateSession(handler: Handler, data: unknown): Promise<unknown> {
  const received = await handler.post('/session', { data })
  // The server responds with 401 and `null` if the user has signed out. A 401 of a proxy has another body.
  if (received.response.status === 401 && received.body === null) return null
  return bodyOf(`${handler.basePath}/session`, received)
}
