import type { AuthSpec, LazySpec } from '../../builder/spec.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { AuthOptions } from '../../options/auth-options.js'
import type { Fetch } from '../../providers/kinds/custom-fetch.js'
import type { Store } from '../../stores/contract.js'
import { type MemoryStore, memoryStore } from '../../stores/memory.js'
import { createApp, featuresOf } from './app.js'
import { cached } from './base/cached.js'
import type { Clock } from './base/clock.js'
import { type Environment, readEnvironment } from './config/environment.js'
import { basePathOf, type Mount, mountBelow, standardMount } from './config/mount.js'
import { type EnvironmentVariables, processEnvironment } from './config/site-environment.js'
import type { Feature, LoadedFeature } from './feature.js'
import { type ConfigurationInput, type Incoming, requestAt } from './http/incoming.js'
import { firstOrigin } from './http/origin.js'
import { splitUrl } from './http/request-url.js'
import type { App, Host } from './lifetimes.js'
import { createGetter } from './owner.js'
import { matchRoute, routesOf } from './route-table.js'
import { createGuardStore } from './storage/guarded-store.js'
import { tenantOf } from './storage/tenants.js'

/** Finds the configuration of a request, and its app. */
export interface Interpreter {
  readonly host: Host
  /** The configuration of a request. A lazy configuration is resolved once per request. */
  specFor(incoming: Incoming | undefined): Awaitable<AuthSpec>
  /** The app for a configuration and the tenant of the request. */
  appOf(spec: AuthSpec, incoming: Incoming | undefined): Awaitable<App>
  /** The app of a request. */
  app(incoming: Incoming | undefined): Awaitable<App>
  /**
   * Whether a request is for one of the routes. It reads only the paths of the configuration, so it works
   * without a secret.
   */
  isRoute(incoming: Incoming): Promise<boolean>
  /** The paths of the application and of its routes. It, too, reads only the configuration. */
  mount(incoming: Incoming): Promise<Mount>
}

/** Parts that an interpreter gets from the process. */
export interface InterpretOptions {
  /** Features that options turn on. */
  readonly features: readonly Feature[]
  /** Default: the environment variables of the process. */
  readonly environment?: EnvironmentVariables
  /** Default: `Date.now`. */
  readonly clock?: Clock
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch
  /** Default: routes below `/auth`, in an application at the root. */
  readonly mount?: Mount
  /** The in-memory store of the application with this base path. Default: a new store. */
  readonly memory?: (basePath: string) => MemoryStore
}

/** Maximum number of cached apps for the tenants of one configuration. */
const MAX_TENANTS = 1_000

/**
 * Maximum number of configurations whose apps are cached. A function of the request may return any number.
 */
const MAX_CONFIGURATIONS = 10

/** A configuration of a recent request, with its apps by tenant. */
interface RecentSpec {
  readonly spec: AuthSpec
  readonly apps: Map<string, App>
}

/**
 * Creates the interpreter of a configuration. Environment variables are read on the first request, so an
 * application can be built without its secrets. Requests with the same configuration share an app, and all
 * share the host.
 */
export function createInterpreter(source: AuthSpec | LazySpec, options: InterpretOptions): Interpreter {
  const host = createHost(source, options)
  // `.build()` refuses features that cannot be combined. A lazy configuration is checked when its routes are first needed.
  if (!host.isLazy) routesOf(featuresOf(source as AuthSpec, host.standard))
  // Not a `WeakMap`: with a configuration per request, its entries would survive many garbage collections.
  const recent: RecentSpec[] = []
  let oldest = 0
  const loaded = new Map<Feature, LoadedFeature>()

  const loadAll = async (features: readonly Feature[]): Promise<void> => {
    await Promise.all(
      features.map(async (feature) => {
        const code = loaded.get(feature) ?? (await feature.load?.())
        if (code) loaded.set(feature, code)
      }),
    )
  }
  const addRecent = (spec: AuthSpec): RecentSpec => {
    const added = { spec, apps: new Map<string, App>() }
    recent[oldest] = added
    oldest = (oldest + 1) % MAX_CONFIGURATIONS
    return added
  }
  const appFor = (spec: AuthSpec, tenant: string | undefined): Awaitable<App> => {
    const { apps: tenants } = recent.find((each) => each.spec === spec) ?? addRecent(spec)
    // The empty key means no tenant: a tenant never has an empty id.
    const existing = tenants.get(tenant ?? '')
    if (existing) return existing
    const features = featuresOf(spec, host.standard)
    const create = (): App =>
      cached(tenants, MAX_TENANTS, tenant ?? '', () => {
        const code = features.flatMap((feature) => loaded.get(feature) ?? [])
        return createApp(host, { spec, tenant, features, loaded: code })
      })
    const isLoaded = features.every((feature) => !feature.load || loaded.has(feature))
    return isLoaded ? create() : loadAll(features).then(create)
  }
  const specFor = 'resolve' in source ? resolveOncePerRequest(source, host) : () => source
  const appOf: Interpreter['appOf'] = async (spec, incoming) => {
    if (!spec.tenant) return appFor(spec, undefined)
    const request =
      incoming && (requestAtOrigin(incoming, spec.options.trustHost, host) ?? incoming.request())
    return appFor(spec, await tenantOf(spec.tenant, request))
  }
  return {
    host,
    specFor,
    appOf,
    app: async (incoming) => appOf(await specFor(incoming), incoming),
    async isRoute(incoming) {
      const spec = await specFor(incoming)
      const basePath = basePathOf(
        spec.options.basePath,
        host.environment(),
        mountBelow(spec.options.appBasePath, host.mount),
      )
      return (
        matchRoute(splitUrl(incoming.url).path, basePath, routesOf(featuresOf(spec, host.standard))) !==
        undefined
      )
    },
    async mount(incoming) {
      const { options: chosen } = await specFor(incoming)
      return mountBelow(chosen.appBasePath, host.mount)
    },
  }
}

function createHost(source: AuthSpec | LazySpec, options: InterpretOptions): Host {
  const { clock = Date.now, fetch, memory, mount = standardMount, features } = options
  let environment: Environment | undefined
  let moved = 0
  const store =
    memory && !options.clock
      ? memory(('options' in source && source.options.basePath) || '')
      : // The clock of a process may be set back. Times to live must not depend on it.
        memoryStore(options.clock && { now: options.clock })
  const stores: readonly (Store | undefined)[] = [
    store,
    'options' in source ? source.options.store : undefined,
  ]
  const variables = (): EnvironmentVariables => options.environment ?? processEnvironment()
  const host: Host = {
    clock: () => clock() + moved,
    moveTime(milliseconds) {
      moved += milliseconds
      for (const each of stores) (each as Partial<MemoryStore> | undefined)?.['~moveTime']?.(milliseconds)
      return host.clock()
    },
    fetch,
    mount,
    standard: features,
    isLazy: 'resolve' in source,
    trustHost: 'resolve' in source ? source.trustHost : source.options.trustHost,
    warned: new Set(),
    loggedCauses: new Map(),
    failures: new Map(),
    isDevelopment: () => variables()['NODE_ENV'] === 'development',
    environment: () => environment ?? readEnvironment(variables()),
    keepEnvironment(read) {
      environment ??= read
    },
    guardStore: createGuardStore(),
    store,
    get: createGetter(() => host),
  }
  return host
}

/** Resolves a lazy configuration once per request, however often a framework needs it. */
function resolveOncePerRequest(source: LazySpec, host: Host): Interpreter['specFor'] {
  const resolved = new WeakMap<object, Awaitable<AuthSpec>>()
  return (incoming) => {
    if (!incoming) return source.resolve(undefined)
    const { key, input } = incoming.resolution ?? requestAsInput(incoming.request())
    const existing = resolved.get(key)
    if (existing) return existing
    const spec = source.resolve(
      input?.(requestAtOrigin(incoming, source.trustHost, host)) as Request | undefined,
    )
    resolved.set(key, spec)
    return spec
  }
}

function requestAsInput(request: Request): ConfigurationInput {
  return { key: request, input: (changed) => changed ?? request }
}

/**
 * The request that the application receives before its configuration or tenant is known. Its URL has the
 * origin of the response, because a client may send one host in the URL and another in a trusted header.
 * `undefined` if the URL already has the origin, or the origin is not known yet.
 */
function requestAtOrigin(
  incoming: Incoming,
  trustHost: AuthOptions['trustHost'],
  host: Host,
): Request | undefined {
  const origin = firstOrigin(incoming, trustHost, host.environment())
  return origin === splitUrl(incoming.url).site ? undefined : requestAt(incoming.request(), origin)
}
