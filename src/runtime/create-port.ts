import type { AuthSpec, LazySpec } from '../builder/auth-spec.js'
import type { Health, HealthOptions } from '../model/health.js'
import type { TokensOptions, TokensResult } from '../model/provider-tokens.js'
import type { RawResponse } from '../model/raw-response.js'
import type { SessionInfo } from '../model/session-info.js'
import { type CookieWriter, type CurrentRequest, loadApi, OpenRequest } from './api/open-request.js'
import type { Conventions } from './api/server-call.js'
import type { Mount } from './core/config/mount.js'
import { openServerExchange } from './core/exchange.js'
import type { ApiCall } from './core/feature.js'
import { explain, handle, handleRaw } from './core/handle.js'
import type { HostOptions } from './core/host.js'
import { type Incoming, incomingRequest } from './core/http/incoming.js'
import { toResponse } from './core/http/response.js'
import type { ResponseData } from './core/http/route-result.js'
import { createInterpreter } from './core/interpreter.js'
import type { App } from './core/object-lifetimes.js'
import { loadTokens } from './features/tokens/feature.js'
import { standard } from './standard.js'
import { asData } from './symbol-keys.js'

export interface RequestHandler {
  (request: Request): Promise<Response>
  /** Handles a request of a server without web-standard requests and responses. */
  readonly [asData]: (incoming: Incoming) => Promise<ResponseData>
}

export interface Port {
  readonly handle: RequestHandler
  /** Handles a request. Returns data instead of a response, and throws errors. */
  handleRaw(request: Request): Promise<RawResponse>
  /** Handles a request, and returns a web-standard response. */
  respond(incoming: Incoming): Promise<Response>
  /** Whether the path of the request is a route. Works without a secret. */
  isRoute(incoming: Incoming): Promise<boolean>
  /** Returns the path prefixes of the application and of its routes. Works without a secret. */
  mount(incoming: Incoming): Promise<Mount>
  /**
   * Opens a request for calls on the server. A configuration that is a function is called once for this
   * request.
   *
   * @param request - A function receives the cookies that were set during the request, and returns the
   * request with these cookies.
   * @param cookies - Sets cookies of the response. Default: none can be set.
   */
  open(request: Incoming | CurrentRequest, cookies?: CookieWriter): OpenRequest
  /** Lists and ends sessions of any user. If the configuration is a function, `options.request` is required. */
  readonly sessions: SessionsOfUsers
  /** Returns provider tokens of any user. If the configuration is a function, `options.request` is required. */
  tokensOfUser(
    userId: string,
    provider: string,
    options?: TokensOptions & { request?: Request },
  ): Promise<TokensResult>
  revokeTokensOfUser(userId: string, options?: { request?: Request }): Promise<void>
  /** The first argument of methods that a feature adds, such as `auth.impersonation.start`. */
  readonly call: ApiCall
  /** Moves the clock and in-memory stores forward. Only for tests. */
  moveTime(milliseconds: number): number
  /** Checks the health of the application. Reports problems instead of throwing. */
  health(options?: HealthOptions): Promise<Health>
  close(): Promise<void>
}

export interface SessionsOfUsers {
  current(request: Request): Promise<SessionInfo | null>
  list(userId: string, options?: { request?: Request }): Promise<readonly SessionInfo[]>
  revoke(sessionId: string, options?: { request?: Request }): Promise<void>
  revokeAll(userId: string, options?: { request?: Request }): Promise<void>
}

/** Options that a framework sets. */
export interface PortOptions extends Partial<HostOptions>, Partial<Conventions> {
  /** Default: the request. */
  readonly incomingOf?: (request: Request | undefined) => Incoming | undefined
}

export function createPort(source: AuthSpec | LazySpec, options: PortOptions = {}): Port {
  const { returnTo = 'home', unknownProvider = 'error', rewrite } = options
  const { incomingOf = (request: Request | undefined) => request && incomingRequest(request) } = options
  const conventions: Conventions = { returnTo, unknownProvider, rewrite }
  const interpreter = createInterpreter(source, { features: standard, ...options })
  const respond = async (incoming: Incoming): Promise<Response> => {
    const data = await handle(incoming, interpreter)
    return toResponse(incoming.method === 'HEAD' ? { ...data, body: null } : data)
  }
  const app = async (request: Request | undefined): Promise<App> => interpreter.app(incomingOf(request))
  /**
   * Returns the app for a call that changes something. Throws `AccessDenied` if the session of the request
   * can only be read.
   */
  const appForChanges = async (request: Request | undefined): Promise<App> => {
    const incoming = incomingOf(request)
    const found = await interpreter.app(incoming)
    if (incoming) {
      const exchange = openServerExchange(incoming, found)
      await exchange.site.sessions.requireWritable?.(exchange)
    }
    return found
  }
  return {
    handle: Object.assign((request: Request) => respond(incomingRequest(request)), {
      [asData]: (incoming: Incoming) => handle(incoming, interpreter),
    }),
    handleRaw: (request) => handleRaw(incomingRequest(request), interpreter),
    async respond(incoming) {
      const response = await respond(incoming)
      const location = response.headers.get('location')
      if (rewrite && location !== null) {
        const { origin } = (await interpreter.app(incoming)).originOf(incoming)
        response.headers.set('location', rewrite(location, origin))
      }
      return response
    },
    isRoute: interpreter.isRoute,
    mount: interpreter.mount,
    open: (request, cookies) => new OpenRequest(request, cookies, interpreter, conventions),
    sessions: {
      async current(request) {
        const { currentSession } = await loadApi()
        try {
          return await currentSession(request, await app(request))
        } catch (error) {
          await explain(error, incomingOf(request) ?? incomingRequest(request), interpreter)
          throw error
        }
      },
      async list(userId, { request } = {}) {
        const { listSessions } = await loadApi()
        return listSessions(userId, await appForChanges(request))
      },
      async revoke(sessionId, { request } = {}) {
        const { revokeSession } = await loadApi()
        await revokeSession(sessionId, await appForChanges(request))
      },
      async revokeAll(userId, { request } = {}) {
        const { revokeAllSessions } = await loadApi()
        await revokeAllSessions(userId, await appForChanges(request))
      },
    },
    async tokensOfUser(userId, provider, { request, ...options } = {}) {
      const { tokensOfUser } = await loadTokens()
      return tokensOfUser(userId, provider, options, await appForChanges(request))
    },
    async revokeTokensOfUser(userId, { request } = {}) {
      const { revokeTokensOfUser } = await loadTokens()
      await revokeTokensOfUser(userId, await appForChanges(request))
    },
    call: {
      app,
      async open(request) {
        const incoming = incomingOf(request) ?? incomingRequest(request)
        const opened = await interpreter.app(incoming)
        return { app: opened, exchange: openServerExchange(incoming, opened) }
      },
    },
    moveTime: interpreter.host.moveTime,
    async health({ request, ...options } = {}) {
      const { checkHealth } = await loadApi()
      return checkHealth(
        () => app(request),
        () => incomingOf(request),
        options,
      )
    },
    async close() {
      const { close } = await loadApi()
      await close(interpreter)
    },
  }
}
