import type { AuthorizationParams, ProviderSignOutOptions } from '../builder/auth.js'
import type { PasswordResult } from '../model/password.js'
import type {
  Client,
  ClientOptions,
  ClientRedirectOptions,
  ClientSignIn,
  ClientTypes,
  ClientTypesOf,
  RegisteredInstance,
} from './client.js'
import { clientPasswords } from './passwords.js'
import {
  ClientError,
  navigate,
  type RouteResponse,
  request,
  requestJson,
  unexpectedResponse,
} from './request.js'
import { broadcast, type SessionChange, withLock } from './session-store.js'
import { failed, type Outcome, outcomeOf, type SignInResult } from './sign-in-result.js'

/**
 * Creates a browser client. It has the types of the instance in `Register`, or of the type parameter `typeof auth`. It has no state, so a
 * page can use several clients.
 *
 * @param options - `basePath` is the path of the handler. Default: `/auth`.
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
  const base = basePath.replace(/\/+$/, '')

  const getCsrfToken = async (): Promise<string> => {
    const url = `${base}/csrf`
    const { response, body } = await request(url)
    // The server does not check CSRF tokens, so it has no route for them.
    if (response.status === 404) return ''
    const { csrfToken } = (body ?? {}) as { csrfToken?: string }
    if (csrfToken) return csrfToken
    throw unexpectedResponse(url, response)
  }
  const getSession = () => withLock(base, 'shared', () => requestJson(`${base}/session`))
  const post = async (path: string, data: object): Promise<RouteResponse> => {
    const csrfToken = await getCsrfToken()
    return withLock(base, 'exclusive', () => request(base + path, { ...data, csrfToken }))
  }

  /** @param change - The session after a success. Omitted if it does not change. */
  const finish = async (
    { result, page }: Outcome,
    redirect: boolean,
    change?: Pick<SessionChange, 'session'> | false,
  ): Promise<SignInResult> => {
    const leaving = redirect && page !== undefined
    if (result.ok && change) await broadcast(base, { ...change, leaving })
    if (leaving) navigate(page)
    return result
  }
  const orFailure = (error: unknown): Outcome => {
    if (!(error instanceof ClientError)) throw error
    return { result: failed(error), page: undefined }
  }

  const signIn = async (
    id?: string,
    options: LegacyOptions = {},
    params?: AuthorizationParams,
  ): Promise<SignInResult> => {
    const { redirect = true, callbackUrl, redirectTo = callbackUrl ?? returnAddress(), ...fields } = options
    if (id === undefined) {
      const url = `${base}/signin?${new URLSearchParams({ callbackUrl: redirectTo })}`
      return finish({ result: { ok: true, status: 200, url }, page: url }, redirect)
    }
    let changes = false
    const start = async (): Promise<Outcome> => {
      const providers = (await requestJson(`${base}/providers`)) as Record<
        string,
        { type: string } | undefined
      >
      const { [id]: provider } = providers
      changes = provider !== undefined && !startedElsewhere.includes(provider.type)
      const query = new URLSearchParams(params as Record<string, string> | undefined)
      // `URLSearchParams` writes `undefined` as the string "undefined".
      for (const [name, value] of [...query]) value === 'undefined' && query.delete(name)
      const path = `/${changes ? 'callback' : 'signin'}/${encodeURIComponent(id)}?${query}`
      return outcomeOf(await post(path, { ...fields, callbackUrl: redirectTo }), redirectTo)
    }
    const outcome = await start().catch(orFailure)
    return finish(outcome, redirect, changes && {})
  }

  const passwords = clientPasswords(async ({ path, fields, redirectTo = returnAddress() }) => {
    try {
      const received = await post(path, { ...fields, callbackUrl: redirectTo })
      const { result } = (received.body ?? {}) as { result?: PasswordResult }
      if (result?.ok) await broadcast(base, { leaving: false })
      const outcome = outcomeOf(received, redirectTo).result
      return result ?? (outcome.ok ? failed(unexpectedResponse(base + path, received.response)) : outcome)
    } catch (error) {
      if (!(error instanceof ClientError)) throw error
      return failed(error)
    }
  })

  return {
    getSession,
    getCsrfToken,
    getProviders: () => requestJson(`${base}/providers`) as Promise<Record<string, never>>,

    // The arguments after the id depend on the id. Only the public type expresses this.
    signIn: signIn as ClientSignIn<ClientTypes>,

    async signOut(options: LegacyOptions & ProviderSignOutOptions = {}) {
      const { redirect = true, callbackUrl = location.href, redirectTo = callbackUrl, provider } = options
      const response = post('/signout', { callbackUrl: redirectTo, provider })
      const outcome = await response.then((received) => outcomeOf(received, redirectTo)).catch(orFailure)
      return finish(outcome, redirect, { session: null })
    },

    passwords,

    async update(data) {
      const url = `${base}/session`
      const changed = async (): Promise<unknown> => {
        const { response, body } = await post('/session', { data })
        // The user has signed out in the meantime.
        if (response.status === 401) return null
        if (response.ok && body !== undefined) return body
        const { message } = (body ?? {}) as { message?: string }
        throw message ? new ClientError(message, response) : unexpectedResponse(url, response)
      }
      const session = await (data === undefined ? getSession() : changed())
      await broadcast(base, { session })
      return session
    },
  }
}

/**
 * Options with `callbackUrl`, the name of `redirectTo` in earlier versions of Auth.js. If the instance is known, the public types reject
 * it.
 */
type LegacyOptions = ClientRedirectOptions & { callbackUrl?: string | undefined }

/** Types of providers whose sign-in ends later, on another page. The callback route checks the fields of all others at once. */
const startedElsewhere: readonly string[] = ['oauth', 'oidc', 'email', 'webauthn']

/** Default redirect target of a sign-in: the `callbackUrl` in the URL of the page, or the page itself. */
function returnAddress(): string {
  return new URLSearchParams(location.search).get('callbackUrl') ?? location.href
}
