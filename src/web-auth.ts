import type { Auth, Handler } from './builder/auth.js'
import type { AuthTypes } from './builder/auth-types.js'
import type { AuthSpec, LazySpec } from './builder/spec.js'
import type { TokenCookies } from './builder/tokens.js'
import type { FetchOptions, TokensOptions } from './model/provider-tokens.js'
import { raw } from './model/raw-response.js'
import {
  accountsOf,
  asData,
  authorizationQuery,
  type CookieWriter,
  createPort,
  incomingRequest,
  type ManagedAccounts,
  type OpenRequest,
  type Port,
  type PortOptions,
  serializeCookie,
  withConnection,
} from './runtime/port.js'

/** What `.build()` returns for any server that speaks web-standard requests and responses. */
export function webAuth(spec: AuthSpec | LazySpec, options?: Pick<PortOptions, 'memory'>): Auth<AuthTypes> {
  return webAuthOf(createPort(spec, options))
}

/** The same of a port that is open already. */
export function webAuthOf({
  handle,
  handleRaw,
  open,
  sessions,
  tokensOfUser,
  revokeTokensOfUser,
  health,
  close,
}: Port): Auth<AuthTypes> {
  return {
    // Servers hand a handler all sorts of things beside the request; only the symbol itself counts.
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
    async signIn(provider, { request, redirectTo, ...fields }, authorizationParams) {
      const params = authorizationQuery(authorizationParams)
      return redirect(request, (opened) => opened.signIn(provider, { redirectTo, fields }, params))
    },
    signOut: async ({ request, ...options }) => redirect(request, (opened) => opened.signOut(options)),
    async update(data, { request }) {
      const headers = new Headers()
      const session = await open(incomingRequest(request), writerOf(headers)).update(data)
      return { session, headers }
    },
    sessions,
    tokens: Object.assign(
      async (
        request: Request,
        provider: string,
        { headers, ...options }: TokensOptions & TokenCookies = {},
      ) => open(incomingRequest(request), headers && writerOf(headers)).tokens(provider, options),
      { forUser: tokensOfUser, revokeAll: revokeTokensOfUser },
    ),
    fetch: (request: Request, provider: string, { headers, ...options }: FetchOptions & TokenCookies = {}) =>
      open(incomingRequest(request), headers && writerOf(headers)).fetch(provider, options),
    accounts: {
      list: (request) => managed(request).accounts.list(),
      async link(provider, { request, ...options }) {
        const headers = new Headers()
        const opened = open(incomingRequest(request), writerOf(headers))
        const started = await accountsOf(() => opened).accounts.link(provider, options)
        return started.ok ? { ...started, headers } : started
      },
      unlink: (account, { request }) => managed(request).accounts.unlink(account),
    },
    passkeys: {
      list: (request) => managed(request).passkeys.list(),
      rename: (id, name, { request }) => managed(request).passkeys.rename(id, name),
      remove: (id, { request }) => managed(request).passkeys.remove(id),
    },
    health,
    close,
  }
  function managed(request: Request): ManagedAccounts {
    return accountsOf(() => open(incomingRequest(request)))
  }
  async function redirect(
    request: Request,
    call: (opened: OpenRequest) => Promise<string>,
  ): Promise<{ url: string; headers: Headers }> {
    const headers = new Headers()
    return { url: await call(open(incomingRequest(request), writerOf(headers))), headers }
  }
}

function writerOf(headers: Headers): CookieWriter {
  return {
    set(cookies) {
      for (const cookie of cookies) headers.append('set-cookie', serializeCookie(cookie))
    },
    isLate: () => false,
  }
}
