import type { AuthSpec, LazySpec } from '../builder/spec.js'
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
import type { ResponseData } from './core/http/result.js'
import { createInterpreter } from './core/interpreter.js'
import type { App } from './core/lifetimes.js'
import { loadTokens } from './features/tokens/feature.js'
import { asData } from './port-symbols.js'
import { standard } from './standard.js'

/** Responds to a request to one of the routes. It never throws. */
export interface RequestHandler {
  (request: Request): Promise<Response>
  /** Responds with data, for a server without web-standard requests and responses. */
  readonly [asData]: (incoming: Incoming) => Promise<ResponseData>
}

/** The methods of a running configuration that frameworks use. */
export interface Port {
  readonly handle: RequestHandler
  /** Handles a request to one of the routes, and returns data instead of a response. Throws errors. */
  handleRaw(request: Request): Promise<RawResponse>
  /** The response of a route, with redirects in the form of the framework. */
  respond(incoming: Incoming): Promise<Response>
  /** Whether a request is for one of the routes. Works without a secret. */
  isRoute(incoming: Incoming): Promise<boolean>
  /** The paths of the application and of Authwright's routes. Works without a secret. */
  mount(incoming: Incoming): Promise<Mount>
  /**
   * Opens a request. If the configuration is a function, it is called once for this request.
   *
   * @param request - The request, or a function that returns it. The function receives the cookies that were
   * set during the request, and returns the request with these cookies.
   * @param cookies - Sets cookies of the response. Default: none can be set.
   */
  open(request: Incoming | CurrentRequest, cookies?: CookieWriter): OpenRequest
  /** Lists and ends sessions of users. A lazy configuration needs `options.request`. */
  readonly sessions: SessionsOfUsers
  /** The tokens of a user at a provider. A lazy configuration needs `options.request`. */
  tokensOfUser(
    userId: string,
    provider: string,
    options?: TokensOptions & { request?: Request },
  ): Promise<TokensResult>
  /** Revokes all tokens of a user at the providers, and deletes them from the database. */
  revokeTokensOfUser(userId: string, options?: { request?: Request }): Promise<void>
  /** The first argument of methods that a feature adds, such as `auth.impersonation.start`. */
  readonly call: ApiCall
  /** Moves the clock of the configuration forward, and returns its new time. Only for tests. */
  moveTime(milliseconds: number): number
  /**
   * Checks whether the configuration is valid and, with `deep`, whether the database and the store respond. The
   * result reports problems; the method does not throw.
   */
  health(options?: HealthOptions): Promise<Health>
  /** Waits for work in progress, then closes connections that the adapter and the stores opened. */
  close(): Promise<void>
}

/** Sessions of users, as far as the strategy and the adapter support this. */
export interface SessionsOfUsers {
  current(request: Request): Promise<SessionInfo | null>
  list(userId: string, options?: { request?: Request }): Promise<readonly SessionInfo[]>
  revoke(sessionId: string, options?: { request?: Request }): Promise<void>
  revokeAll(userId: string, options?: { request?: Request }): Promise<void>
}

/** Options that a framework sets. */
export interface PortOptions extends Partial<HostOptions>, Partial<Conventions> {
  /** Finds the input of a lazy configuration for a request. Default: the request. */
  readonly incomingOf?: (request: Request | undefined) => Incoming | undefined
}

/** Creates the methods of a configuration that a framework uses. */
export function createPort(source: AuthSpec | LazySpec, options: PortOptions = {}): Port {
  const { returnTo = 'home', unknownProvider = 'error', rewrite } = options
  const { incomingOf = (request: Request | undefined) => request && incomingRequest(request) } = options
  const conventions: Conventions = { returnTo, unknownProvider, rewrite }
  const interpreter = createInterpreter(source, { features: standard, ...options })
  const respond = async (incoming: Incoming): Promise<Response> =>
    toResponse(await handle(incoming, interpreter))
  const app = async (request: Request | undefined): Promise<App> => interpreter.app(incomingOf(request))
  /**
   * The app, for methods about the sessions and tokens of a user. Throws `AccessDenied` if the session of the
   * request can only be read, for example during an impersonation.
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
          await explain(error, incomingRequest(request), interpreter)
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
