import type { AuthSpec, LazySpec } from '../builder/spec.js'
import type { AuthError } from '../errors.js'
import type {
  AccountReference,
  LinkedAccount,
  LinkStart,
  Passkey,
  RemovalResult,
  RenameResult,
} from '../model/account.js'
import type { Health, HealthOptions } from '../model/health.js'
import type { PasswordResult } from '../model/password.js'
import type { TokensOptions, TokensResult } from '../model/provider-tokens.js'
import type { RawResponse } from '../model/raw-response.js'
import type { SessionInfo } from '../model/session-info.js'
import { type MemoryStore, memoryStore } from '../stores/memory.js'
import type { LinkAccountOptions } from './api/accounts.js'
import type { Destination } from './api/destinations.js'
import type { Admission, Authorization, GuardOptions } from './api/guard.js'
import { type CookieWriter, type CurrentRequest, loadApi, OpenRequest } from './api/open-request.js'
import type { PasswordCallOptions } from './api/passwords.js'
import type { Refusal, RefusedForm } from './api/refusal.js'
import type { Conventions } from './api/server-call.js'
import type { SignInForm } from './api/sign-in.js'
import type { Mount } from './core/config/mount.js'
import { openServerExchange } from './core/exchange.js'
import type { ApiCall } from './core/feature.js'
import { appOfPage, handle, handleRaw } from './core/handle.js'
import { type Incoming, incomingRequest } from './core/http/incoming.js'
import { toResponse } from './core/http/response.js'
import type { ResponseData } from './core/http/result.js'
import { createInterpreter, type InterpretOptions } from './core/interpreter.js'
import type { App } from './core/lifetimes.js'
import type { PasswordCalls } from './core/provider-flow.js'
import { loadTokens } from './features/tokens/feature.js'
import { standard } from './standard.js'

/*
 * The one module of the runtime that frameworks import; dependency-cruiser rejects every other import.
 */

export type { Destination } from './api/destinations.js'
export type { Admission, GuardOptions, RequestKind } from './api/guard.js'
export type { CookieWriter, OpenRequest } from './api/open-request.js'
export type { Refusal } from './api/refusal.js'
export type { SignInForm } from './api/sign-in.js'
export { type Mount, publicPath } from './core/config/mount.js'
export { type EnvironmentVariables, processEnvironment } from './core/config/site-environment.js'
export { explanationOf } from './core/handle.js'
export { type ResponseCookie, serializeCookie } from './core/http/cookies.js'
export {
  afterChanges,
  type Incoming,
  incomingRequest,
  isReadOfScript,
  withConnection,
  withPeerAddress,
} from './core/http/incoming.js'
export type { RequestUrl } from './core/http/origin.js'
export { forwardedValues, requestUrl } from './core/http/origin.js'
export type { RedirectForm } from './core/http/redirects.js'
export { PRIVATE, type ResponseData } from './core/http/result.js'
export { authorizationQuery } from './features/oauth/authorization-params.js'

/**
 * The key under which a handler takes requests that are not web-standard ones yet. It is the same in every
 * copy of the package that a program has loaded.
 */
export const asData: unique symbol = Symbol.for('authwright.response-data')

/**
 * The key under which the result of `.build()` gives `authwright/testing` its port. It is the same in every copy of the package that a
 * program has loaded.
 */
export const portForTests: unique symbol = Symbol.for('authwright.port-for-tests')

/** The key under which `authwright/testing` adds to a request what makes its event, for a lazy configuration of SvelteKit. */
export const eventForTests: unique symbol = Symbol.for('authwright.event-for-tests')

/** Responds to a request to one of the routes. It never throws. */
export interface RequestHandler {
  (request: Request): Promise<Response>
  /** The same as data, for a server that has neither a web-standard request nor use for a response. */
  readonly [asData]: (incoming: Incoming) => Promise<ResponseData>
}

/** A configuration at work, as a framework uses it. */
export interface Port {
  readonly handle: RequestHandler
  /** The same as data. It throws what goes wrong. */
  handleRaw(request: Request): Promise<RawResponse>
  /** The response of a route, with addresses as the framework writes them. */
  respond(incoming: Incoming): Promise<Response>
  /** Whether a request is for one of the routes. It reads the configuration only, which may lack a secret still. */
  isRoute(incoming: Incoming): Promise<boolean>
  /** Where the application of a request is, and the routes within it. It reads the configuration only, too. */
  mount(incoming: Incoming): Promise<Mount>
  /**
   * Opens a request, whose configuration is then resolved once.
   *
   * @param request - The request, or a function that gives it as its client would send it now, after the given changes of its cookies.
   * @param cookies - Sets cookies of the response. Default: none can be set.
   */
  open(request: Incoming | CurrentRequest, cookies?: CookieWriter): OpenRequest
  /** Lists and ends sessions of users. `options.request` is for a configuration that is made for each. */
  readonly sessions: SessionsOfUsers
  /** The tokens of any user at a provider. `options.request` is for a configuration that is made for each. */
  tokensOfUser(
    userId: string,
    provider: string,
    options?: TokensOptions & { request?: Request },
  ): Promise<TokensResult>
  /** Revokes all tokens of any user at the providers, and empties what is stored of them. */
  revokeTokensOfUser(userId: string, options?: { request?: Request }): Promise<void>
  /** For methods of features. */
  readonly call: ApiCall
  /** Moves the time of the configuration forward by milliseconds, and returns it. Only for tests. */
  moveTime(milliseconds: number): number
  /** Whether database and store respond. Never throws for them. */
  health(options?: HealthOptions): Promise<Health>
  /** Waits for work in progress, then closes what the adapter and the stores opened. */
  close(): Promise<void>
}

/** Sessions of users, as far as the strategy and the adapter can. */
export interface SessionsOfUsers {
  current(request: Request): Promise<SessionInfo | null>
  list(userId: string, options?: { request?: Request }): Promise<readonly SessionInfo[]>
  revoke(sessionId: string, options?: { request?: Request }): Promise<void>
  revokeAll(userId: string, options?: { request?: Request }): Promise<void>
}

/** Options that a framework sets. */
export interface PortOptions extends Partial<InterpretOptions>, Partial<Conventions> {
  /** Finds what a lazy configuration is resolved by, where a call names no more than a request. Default: the request. */
  readonly incomingOf?: (request: Request | undefined) => Incoming | undefined
}

/** Opens a configuration to a framework. */
export function createPort(source: AuthSpec | LazySpec, options: PortOptions = {}): Port {
  const { returnTo = 'home', unknownProvider = 'error', rewrite } = options
  const { incomingOf = (request: Request | undefined) => request && incomingRequest(request) } = options
  const conventions: Conventions = { returnTo, unknownProvider, rewrite }
  const interpreter = createInterpreter(source, { features: standard, ...options })
  const respond = async (incoming: Incoming): Promise<Response> =>
    toResponse(await handle(incoming, interpreter))
  const app = async (request: Request | undefined): Promise<App> => interpreter.app(incomingOf(request))
  /** The same for what a user who acts as another one must not do. */
  const ownApp = async (request: Request | undefined): Promise<App> => {
    const incoming = incomingOf(request)
    const found = await interpreter.app(incoming)
    if (incoming) {
      const exchange = openServerExchange(incoming, found)
      await exchange.site.sessions.requireNoActor?.(exchange)
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
    open: (request, cookies) =>
      new OpenRequest(request, cookies, (incoming) => appOfPage(incoming, interpreter), conventions),
    sessions: {
      async current(request) {
        const { currentSession } = await loadApi()
        return currentSession(request, await app(request))
      },
      async list(userId, { request } = {}) {
        const { listSessions } = await loadApi()
        return listSessions(userId, await app(request))
      },
      async revoke(sessionId, { request } = {}) {
        const { revokeSession } = await loadApi()
        await revokeSession(sessionId, await ownApp(request))
      },
      async revokeAll(userId, { request } = {}) {
        const { revokeAllSessions } = await loadApi()
        await revokeAllSessions(userId, await ownApp(request))
      },
    },
    async tokensOfUser(userId, provider, { request, ...options } = {}) {
      const { tokensOfUser } = await loadTokens()
      return tokensOfUser(userId, provider, options, await app(request))
    },
    async revokeTokensOfUser(userId, { request } = {}) {
      const { revokeTokensOfUser } = await loadTokens()
      await revokeTokensOfUser(userId, await app(request))
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

/**
 * Manages the accounts, passkeys and passwords of the user of a request. The code is loaded by the first call.
 *
 * @param run - Runs a method on the request.
 */
export function accountsOf(
  run: <Result>(method: (request: OpenRequest) => Promise<Result>) => Promise<Result>,
): ManagedAccounts {
  return {
    accounts: {
      list: () => run(async (request) => (await loadApi()).listAccounts(request)),
      link: (...args) => run(async (request) => (await loadApi()).linkAccount(request, ...args)),
      unlink: (account) => run(async (request) => (await loadApi()).unlink(request, account)),
    },
    passkeys: {
      list: () => run(async (request) => (await loadApi()).listPasskeys(request)),
      rename: (id, name) => run(async (request) => (await loadApi()).rename(request, id, name)),
      remove: (id) => run(async (request) => (await loadApi()).remove(request, id)),
    },
    passwords: {
      signUp: (...args) => run((request) => request.passwords('signUp', ...args)),
      finishSignUp: (...args) => run((request) => request.passwords('finishSignUp', ...args)),
      forgot: (...args) => run((request) => request.passwords('forgot', ...args)),
      reset: (...args) => run((request) => request.passwords('reset', ...args)),
      set: (...args) => run((request) => request.passwords('set', ...args)),
      change: (...args) => run((request) => request.passwords('change', ...args)),
      remove: (...args) => run((request) => request.passwords('remove', ...args)),
    },
  }
}

/** The accounts, passkeys and passwords of the user of a request. */
export interface ManagedAccounts {
  readonly accounts: {
    list(): Promise<readonly LinkedAccount[] | null>
    link(provider: string, options?: LinkAccountOptions): Promise<LinkStart>
    unlink(account: AccountReference): Promise<RemovalResult>
  }
  readonly passkeys: {
    list(): Promise<readonly Passkey[] | null>
    rename(id: string, name: string): Promise<RenameResult>
    remove(id: string): Promise<RemovalResult>
  }
  readonly passwords: {
    readonly [Name in keyof PasswordCalls]: (
      input: object,
      options?: PasswordCallOptions,
    ) => Promise<PasswordResult>
  }
}

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

/**
 * The store in memory of an application whose framework bundles its parts apart. Each bundle has separate modules, so that no module
 * can hold what all of them are to know; the global object of the process can. The number names the shape of a store.
 *
 * @param application - What tells the applications of one process apart.
 */
export function processStore(application: string): MemoryStore {
  const name = Symbol.for(`authwright.memory.1:${application}`)
  const holder = globalThis as { [name: symbol]: MemoryStore | undefined }
  holder[name] ??= memoryStore()
  return holder[name]
}
