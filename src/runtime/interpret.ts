import type { AuthSpec, LazySpec } from '../builder/spec.js'
import type { Awaitable } from '../model/awaitable.js'
import type { Health } from '../model/health.js'
import type { RawResponse } from '../model/raw-response.js'
import type { Fetch } from '../providers/kinds/custom-fetch.js'
import { memoryStore } from '../stores/memory.js'
import { whenKnown } from './base/awaitable.js'
import type { Clock } from './base/clock.js'
import { type CompileOptions, compile, type Instance } from './compile.js'
import {
  type Environment,
  type EnvironmentVariables,
  processEnvironment,
  readEnvironment,
} from './config/environment.js'
import { basePathOf, type Mount, mountBelow, publicPath, standardMount } from './config/mount.js'
import type { AuthorizationServers } from './flows/oauth/authorization-server.js'
import { handle, type Instances } from './handle.js'
import { matchRoute } from './http/actions.js'
import { type Incoming, incomingRequest, splitUrl } from './http/incoming.js'
import { toResponse } from './http/response.js'
import { answers, type RequestHandler } from './request-handler.js'
import { readSession } from './server/read-session.js'
import { type ServerRequest, withHeaders } from './server/server-call.js'
import type { DescribedSession } from './server/sessions.js'
import { createGuardStore } from './storage/guarded-store.js'
import { tenantOf } from './storage/tenants.js'

/** A configuration at work. */
export interface Interpreter {
  readonly handle: RequestHandler
  /** The same as data. It throws what goes wrong. */
  handleRaw(request: Request): Promise<RawResponse>
  /** The session that a request carries, as `callbacks.session` shows it, or `null`. */
  session(request: Request): Promise<Record<string, unknown> | null>
  signIn(provider: string, options: ServerRequest, params?: URLSearchParams): Promise<RedirectWithHeaders>
  signOut(options: ServerRequest): Promise<RedirectWithHeaders>
  /** Lists and ends sessions of users. `options.request` is for a configuration that is made for each. */
  readonly sessions: InterpreterSessions
  /** Whether database and store respond. Never throws for them. */
  health(options?: { request?: Request }): Promise<Health>
  /** Closes what the adapter and the store opened. */
  close(): Promise<void>
  update(data: unknown, options: Pick<ServerRequest, 'request'>): Promise<SessionWithHeaders>
  /** Whether a request is for one of the routes. Nothing but the configuration is asked: it may lack a secret still. */
  isRoute(request: Incoming): Promise<boolean>
  /** Where the application of a request is, and the routes within it. Nothing but the configuration is asked here, either. */
  mount(request: Request): Promise<Mount>
  /** What was worked out for the configuration of a request; for a framework that has its own way to set cookies. */
  instance(request: Request | undefined): Promise<Instance>
  /** The same where a framework hands out headers and no request: a function of the request gets none, and a tenant is read from them. */
  instanceFor(incoming: Incoming): Promise<Instance>
}

/** Where to send the browser, and the `Set-Cookie` headers to send along. */
export interface RedirectWithHeaders {
  readonly url: string
  readonly headers: Headers
}

/** The session after an update, and the `Set-Cookie` headers to send along. */
export interface SessionWithHeaders {
  readonly session: Record<string, unknown> | null
  readonly headers: Headers
}

/** Sessions of users, as far as the strategy and the adapter can. */
export interface InterpreterSessions {
  current(request: Request): Promise<DescribedSession | null>
  list(userId: string, options?: { request?: Request }): Promise<readonly DescribedSession[]>
  revoke(sessionId: string, options?: { request?: Request }): Promise<void>
  revokeAll(userId: string, options?: { request?: Request }): Promise<void>
}

/** What an interpreter takes from the world; each has a default. */
export interface InterpretOptions {
  /** Default: the environment variables of the process. */
  readonly environment?: EnvironmentVariables
  /** Default: `Date.now`. */
  readonly clock?: Clock
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch
  /** Default: routes below `/auth`, of an application at the top. */
  readonly mount?: Mount
}

/** Tenants that are kept ready. One more costs the derivation of its keys. */
const MAX_TENANTS = 1_000

/**
 * Turns a configuration into what answers requests.
 *
 * The environment is read at the first request and not before, so that an application can be built
 * where its secrets are not known. A lazy configuration is asked for at each request; requests that get
 * the same configuration share what was worked out for it, and all share what is known of providers and,
 * where they bring no store of their own, the one in memory.
 */
export function interpret(source: AuthSpec | LazySpec, options: InterpretOptions = {}): Interpreter {
  const made = new WeakMap<AuthSpec, Map<string | undefined, Instance>>()
  const basePaths = new WeakMap<AuthSpec, string>()
  const clock = options.clock ?? Date.now
  const mount = options.mount ?? standardMount
  let servers: Promise<AuthorizationServers> | undefined
  const shared = {
    clock,
    warned: new Set<string>(),
    loggedCauses: new Map(),
    fetch: options.fetch ?? ((url: string, init: RequestInit) => globalThis.fetch(url, init)),
    servers: () => {
      servers ??= import('./flows/oauth/authorization-server.js').then(({ authorizationServers }) =>
        authorizationServers(clock),
      )
      return servers
    },
    mount,
    isLazy: 'resolve' in source,
    // The clock of a process may be set back, and times to live must not notice.
    store: memoryStore(options.clock && { now: options.clock }),
    guardStore: createGuardStore(),
  }
  const environment = (): Environment => readEnvironment(options.environment ?? processEnvironment())
  const surroundings = (): CompileOptions => ({ ...shared, environment: environment() })
  const instanceOf = (spec: AuthSpec, tenant: string | undefined): Instance => {
    const tenants = made.get(spec) ?? new Map<string | undefined, Instance>()
    made.set(spec, tenants)
    const known = tenants.get(tenant)
    if (known) return known
    const instance = compile(spec, surroundings(), tenant)
    const [oldest] = tenants.size < MAX_TENANTS ? [] : tenants.keys()
    if (oldest !== undefined) tenants.delete(oldest)
    tenants.set(tenant, instance)
    return instance
  }
  const instances: Instances = {
    specFor: 'resolve' in source ? oncePerRequest(source) : () => source,
    of: (spec, incoming) => whenKnown(tenantOf(spec, incoming), (tenant) => instanceOf(spec, tenant)),
    homeOf: (spec) => publicPath('/', mountBelow(spec?.options.base, mount)),
  }
  const ready = async (request: Request | undefined): Promise<Instance> => {
    const incoming = request && incomingRequest(request)
    return instances.of(await instances.specFor(incoming), incoming)
  }
  return {
    handle: Object.assign(
      async (request: Request) => toResponse(await handle(incomingRequest(request), instances)),
      { [answers]: (incoming: Incoming) => handle(incoming, instances) },
    ),
    async handleRaw(request) {
      const raw = await import('./handle-raw.js')
      return raw.handleRaw(incomingRequest(request), instances)
    },
    session: async (request) => readSession(request, await ready(request)),
    async signIn(provider, options, params) {
      const { signInOnServer } = await import('./server/sign-in.js')
      return withHeaders(await signInOnServer(provider, options, await ready(options.request), params))
    },
    async signOut(options) {
      const { signOutOnServer } = await import('./server/sign-out.js')
      return withHeaders(await signOutOnServer(options, await ready(options.request)))
    },
    async health({ request } = {}) {
      const { checkHealth } = await import('./server/health.js')
      return checkHealth(await ready(request))
    },
    async close() {
      const { closeParts } = await import('./server/close.js')
      await closeParts(await instances.specFor(undefined))
    },
    sessions: {
      async current(request) {
        const { currentSession } = await import('./server/sessions.js')
        return currentSession(request, await ready(request))
      },
      async list(userId, { request } = {}) {
        const { listSessions } = await import('./server/sessions.js')
        return listSessions(userId, await ready(request))
      },
      async revoke(sessionId, { request } = {}) {
        const { revokeSession } = await import('./server/sessions.js')
        await revokeSession(sessionId, await ready(request))
      },
      async revokeAll(userId, { request } = {}) {
        const { revokeAllSessions } = await import('./server/sessions.js')
        await revokeAllSessions(userId, await ready(request))
      },
    },
    async update(data, { request }) {
      const { updateOnServer } = await import('./server/update.js')
      return withHeaders(await updateOnServer(data, request, await ready(request)))
    },
    async isRoute(incoming) {
      const spec = await instances.specFor(incoming)
      const basePath =
        basePaths.get(spec) ??
        basePathOf(spec.options.basePath, environment(), mountBelow(spec.options.base, mount))
      basePaths.set(spec, basePath)
      return matchRoute(splitUrl(incoming.url).path, basePath) !== undefined
    },
    async mount(request) {
      const { options } = await instances.specFor(incomingRequest(request))
      return mountBelow(options.base, mount)
    },
    instance: ready,
    instanceFor: async (incoming) => instances.of(await instances.specFor(undefined), incoming),
  }
}

/** Resolves a lazy configuration once for a request, however many parts of a framework need it. */
function oncePerRequest(source: LazySpec): Instances['specFor'] {
  const resolved = new WeakMap<Request, Awaitable<AuthSpec>>()
  return (incoming) => {
    const request = incoming?.request()
    if (!request) return source.resolve(undefined)
    const spec = resolved.get(request) ?? source.resolve(request)
    resolved.set(request, spec)
    return spec
  }
}
