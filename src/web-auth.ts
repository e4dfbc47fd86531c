import type {
  Auth,
  Handler,
  ProviderSignOutOptions,
  RedirectOptions,
  RequestOptions,
} from './builder/auth.js'
import type { AuthSpec, LazySpec } from './builder/auth-spec.js'
import type { AuthTypes } from './builder/auth-types.js'
import type { PasswordRedirect, RequestPasswords } from './builder/passwords-api.js'
import type { TokenCookies } from './builder/tokens-api.js'
import type { ActionOptions, ReadActionOptions } from './frameworks/action-options.js'
import { type RequestMethods, requestMethods, userMethods, withApi } from './frameworks/server-methods.js'
import type { FetchOptions, TokensOptions } from './model/provider-tokens.js'
import { raw } from './model/raw-response.js'
import {
  asData,
  type CookieWriter,
  createPort,
  incomingRequest,
  type Port,
  type PortOptions,
  serializeCookie,
  withConnection,
} from './runtime/port.js'

export function webAuth(spec: AuthSpec | LazySpec, options?: Pick<PortOptions, 'memory'>): Auth<AuthTypes> {
  const port = createPort(spec, options)
  return withApi(webAuthOf(port), spec, () => port)
}

export function webAuthOf(port: Port): Auth<AuthTypes> {
  const { handle, handleRaw, open } = port
  const { sessions, tokens, health, close } = userMethods(() => port)
  /** `headers` receives the cookies that the methods set. */
  const methodsOf = (request: Request, headers?: Headers): RequestMethods<string> => {
    const current = { request: open(incomingRequest(request), headers && writerOf(headers)) }
    return requestMethods({
      run: async (_, method) => method(current),
      follow: ({ url }) => url,
      readOptions: readRedirectOptions,
      refusals: 'logged',
    })
  }
  const callPasswords = async (
    name: keyof RequestPasswords,
    input: object,
    { request, ...options }: PasswordRedirect & RequestOptions,
  ) => {
    const headers = new Headers()
    const result = await methodsOf(request, headers).passwords[name](input, options)
    // The possible reasons of a refusal depend on the method.
    return { ...result, headers } as never
  }
  const parts: Pick<Auth<AuthTypes>, keyof Auth<AuthTypes>> = {
    // Some servers pass further arguments after the request. The response is plain data only if the second argument is the symbol `raw`.
    handler: Object.assign(
      (request: Request, mode?: unknown) =>
        mode === raw ? handleRaw(request) : handle(withConnection(request, mode)),
      { [asData]: handle[asData] },
    ) as Handler,
    handlers: { GET: handle, POST: handle },
    auth: async (request, { write = true } = {}) => {
      const opened = open(incomingRequest(request))
      return write ? opened.session() : opened.sessionUnchanged()
    },
    async signIn(provider, { request, ...options }, authorizationParams) {
      const headers = new Headers()
      return {
        url: await methodsOf(request, headers).signIn(provider, options, authorizationParams),
        headers,
      }
    },
    async signOut({ request, ...options }) {
      const headers = new Headers()
      return { url: await methodsOf(request, headers).signOut(options), headers }
    },
    async update(data, { request }) {
      const headers = new Headers()
      return { session: await methodsOf(request, headers).update(data), headers }
    },
    sessions,
    tokens: Object.assign(
      async (
        request: Request,
        provider: string,
        { headers, ...options }: TokensOptions & TokenCookies = {},
      ) => methodsOf(request, headers).tokens(provider, options),
      tokens,
    ),
    fetch: (request: Request, provider: string, { headers, ...options }: FetchOptions & TokenCookies = {}) =>
      methodsOf(request, headers).fetch(provider, options),
    accounts: {
      list: async (request) => methodsOf(request).accounts.list(),
      async link(provider, { request, ...options }) {
        const headers = new Headers()
        const started = await methodsOf(request, headers).accounts.link(provider, options)
        return started.ok ? { ...started, headers } : started
      },
      unlink: async (account, { request }) => methodsOf(request).accounts.unlink(account),
    },
    passkeys: {
      list: async (request) => methodsOf(request).passkeys.list(),
      rename: async (id, name, { request }) => methodsOf(request).passkeys.rename(id, name),
      remove: async (id, { request }) => methodsOf(request).passkeys.remove(id),
    },
    passwords: {
      signUp: (...args) => callPasswords('signUp', ...args),
      finishSignUp: (...args) => callPasswords('finishSignUp', ...args),
      forgot: (...args) => callPasswords('forgot', ...args),
      reset: (...args) => callPasswords('reset', ...args),
      set: (...args) => callPasswords('set', ...args),
      change: (...args) => callPasswords('change', ...args),
      remove: (...args) => callPasswords('remove', ...args),
    },
    health,
    close,
  }
  return parts as Auth<AuthTypes>
}

/** Reads options that are never a form: the application reads forms and sends the redirect itself. */
function readRedirectOptions(options: ActionOptions = {}): ReadActionOptions {
  const { redirectTo, ...fields } = options as Omit<RedirectOptions, 'request'> & ProviderSignOutOptions
  return { follow: false, redirectTo, provider: fields.provider, fields }
}

function writerOf(headers: Headers): CookieWriter {
  return {
    set(cookies) {
      for (const cookie of cookies) headers.append('set-cookie', serializeCookie(cookie))
    },
    isLate: () => false,
  }
}
