import type { AuthSpec, LazySpec } from '../builder/spec.js'
import { type Awaitable, whenKnown } from '../model/awaitable.js'
import type { RawResponse } from '../model/raw-response.js'
import type { Fetch } from '../providers/kinds/custom-fetch.js'
import { type MemoryStore, memoryStore } from '../stores/memory.js'
import type { Clock } from './base/clock.js'
import { type CompileOptions, compile, type Instance } from './compile.js'
import { type Environment, readEnvironment } from './config/environment.js'
import { basePathOf, type Mount, mountBelow, publicPath, standardMount } from './config/mount.js'
import { type EnvironmentVariables, processEnvironment } from './config/site-environment.js'
import type { AuthorizationServers } from './flows/oauth/discovery.js'
import type { handle, handleRaw, Instances, isRouteUrl, respond } from './handle.js'
import type { Incoming } from './http/exchange.js'
import type { ResponseData } from './http/result.js'
import { createGuardStore } from './storage/guarded-store.js'
import { tenantOf } from './storage/tenants.js'

/** A configuration at work: requests in, responses out, and what is compiled for the configuration of a request. */
export interface Interpreter {
  /** Responds to a request to one of the routes. It never throws. */
  handle(incoming: Incoming): Promise<ResponseData>
  /** The same as a web-standard response. */
  respond(incoming: Incoming): Promise<Response>
  /** The same as data. It throws what goes wrong. */
  handleRaw(incoming: Incoming): Promise<RawResponse>
  /** The configuration of a request. A lazy one is resolved once for a request. */
  specFor(incoming: Incoming | undefined): Awaitable<AuthSpec>
  /** What is compiled for the configuration of a request, and for its tenant where there are several. */
  instance(incoming: Incoming | undefined): Awaitable<Instance>
  /** Whether a request is for one of the routes. It reads the configuration only, which may lack a secret still. */
  isRoute(incoming: Incoming): Promise<boolean>
  /** Where the application of a request is, and the routes within it. It reads the configuration only, too. */
  mount(incoming: Incoming): Promise<Mount>
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
  /** The store in memory of the application with this base path. Default: a separate one. */
  readonly memory?: (basePath: string) => MemoryStore
}

/** What responds to requests to routes. */
interface Routing {
  readonly handle: typeof handle
  readonly handleRaw: typeof handleRaw
  readonly respond: typeof respond
  readonly isRouteUrl: typeof isRouteUrl
}

/** Cached instances of tenants. One more costs the derivation of its keys. */
const MAX_TENANTS = 1_000

/**
 * Turns a configuration into a request handler.
 *
 * The environment is read at the first request and not before, so that an application can be built
 * where its secrets are not known. A lazy configuration is resolved for each request; requests that get
 * the same configuration share what was worked out for it, and all share what is known of providers and,
 * where they bring no store, the one in memory.
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
    memory: {
      isDevelopment: () => (options.environment ?? processEnvironment())['NODE_ENV'] === 'development',
      failures: new Map(),
    },
    fetch: options.fetch,
    servers: () => {
      servers ??= import('./flows/oauth/discovery.js').then(({ authorizationServers }) =>
        authorizationServers(clock),
      )
      return servers
    },
    mount,
    isLazy: 'resolve' in source,
    store:
      options.memory && !options.clock
        ? options.memory(('options' in source && source.options.basePath) || '')
        : // The clock of a process may be set back, and times to live must not notice.
          memoryStore(options.clock && { now: options.clock }),
    guardStore: createGuardStore(),
  }
  const environment = (): Environment => readEnvironment(options.environment ?? processEnvironment())
  const compileOptions = (): CompileOptions => ({ ...shared, environment: environment() })
  const instanceOf = (spec: AuthSpec, tenant: string | undefined): Instance => {
    const tenants = made.get(spec) ?? new Map<string | undefined, Instance>()
    made.set(spec, tenants)
    const known = tenants.get(tenant)
    if (known) return known
    const instance = compile(spec, compileOptions(), tenant)
    const [oldest] = tenants.size < MAX_TENANTS ? [] : tenants.keys()
    if (oldest !== undefined) tenants.delete(oldest)
    tenants.set(tenant, instance)
    return instance
  }
  const instances: Instances = {
    memory: shared.memory,
    specFor: 'resolve' in source ? resolveOncePerRequest(source) : () => source,
    of: (spec, incoming) => whenKnown(tenantOf(spec, incoming), (tenant) => instanceOf(spec, tenant)),
    homeOf: (spec) => publicPath('/', mountBelow(spec?.options.base, mount)),
  }
  let routing: Routing | undefined
  /** Routes are loaded by the first request to one: a program that reads sessions alone has none. */
  const load = async (): Promise<Routing> => {
    routing = await import('./handle.js')
    return routing
  }
  return {
    // Every request to a route calls it: a module that is loaded already is not awaited.
    handle: (incoming) =>
      routing
        ? routing.handle(incoming, instances)
        : load().then(({ handle }) => handle(incoming, instances)),
    respond: (incoming) =>
      routing
        ? routing.respond(incoming, instances)
        : load().then(({ respond }) => respond(incoming, instances)),
    async handleRaw(incoming) {
      const { handleRaw } = routing ?? (await load())
      return handleRaw(incoming, instances)
    },
    specFor: instances.specFor,
    instance: (incoming) => whenKnown(instances.specFor(incoming), (spec) => instances.of(spec, incoming)),
    async isRoute(incoming) {
      const spec = await instances.specFor(incoming)
      const basePath =
        basePaths.get(spec) ??
        basePathOf(spec.options.basePath, environment(), mountBelow(spec.options.base, mount))
      basePaths.set(spec, basePath)
      return (routing ?? (await load())).isRouteUrl(incoming.url, basePath)
    },
    async mount(incoming) {
      const { options } = await instances.specFor(incoming)
      return mountBelow(options.base, mount)
    },
  }
}

/** Resolves a lazy configuration once for a request, however many parts of a framework need it. */
function resolveOncePerRequest(source: LazySpec): Instances['specFor'] {
  const resolved = new WeakMap<object, Awaitable<AuthSpec>>()
  return (incoming) => {
    if (!incoming) return source.resolve(undefined)
    const { key, input } = incoming.resolution ?? requestAsInput(incoming.request())
    const spec = resolved.get(key) ?? source.resolve(input as Request | undefined)
    resolved.set(key, spec)
    return spec
  }
}

function requestAsInput(request: Request): NonNullable<Incoming['resolution']> {
  return { key: request, input: request }
}
