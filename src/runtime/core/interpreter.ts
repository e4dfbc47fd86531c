import type { AuthSpec, LazySpec } from '../../builder/auth-spec.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { AuthOptions } from '../../options/auth-options.js'
import { createApp } from './app.js'
import { cached } from './base/cached.js'
import { redactErrors } from './config/logger.js'
import { type Mount, mountBelow, pathsOf } from './config/mount.js'
import type { Feature, LoadedFeature } from './feature.js'
import { featuresOf } from './features-in-use.js'
import { createHost, type HostOptions } from './host.js'
import { type ConfigurationInput, type Incoming, requestAt } from './http/incoming.js'
import { splitUrl } from './http/request-url.js'
import { firstOrigin } from './http/trusted-hosts.js'
import type { App, Host } from './object-lifetimes.js'
import { matchRoute, routesOf } from './route-table.js'
import { tenantOf } from './storage/tenants.js'

export interface Interpreter {
  readonly host: Host
  /**
   * Returns the configuration of a request. A configuration that is a function is called once per request.
   */
  specFor(incoming: Incoming | undefined): Awaitable<AuthSpec>
  appOf(spec: AuthSpec, incoming: Incoming | undefined): Awaitable<App>
  app(incoming: Incoming | undefined): Awaitable<App>
  /** Whether the path of the request is a route. Works without a secret. */
  isRoute(incoming: Incoming): Promise<boolean>
  /** Returns the path prefixes of the application and of its routes. Works without a secret. */
  mount(incoming: Incoming): Promise<Mount>
}

const MAX_TENANTS = 1_000

/** Limited, because a function of the request may return any number of configurations. */
const MAX_CONFIGURATIONS = 10

interface RecentSpec {
  readonly spec: AuthSpec
  readonly apps: Map<string, App>
}

/**
 * Creates apps on demand. Environment variables are read on the first request, so an application can be built
 * without its secrets.
 */
export function createInterpreter(source: AuthSpec | LazySpec, options: HostOptions): Interpreter {
  const host = createHost(source, options)
  // `.build()` refuses features that cannot be combined. For a configuration that is a function, this happens
  // when its routes are first needed.
  if ('options' in source) routesOf(featuresOf(source, host.standard))
  const appFor = createApps(host)
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
      const { basePath } = pathsOf(spec.options, host.environment(), host.mount)
      const routes = routesOf(featuresOf(spec, host.standard))
      return matchRoute(splitUrl(incoming.url).path, basePath, routes) !== undefined
    },
    async mount(incoming) {
      const { options } = await specFor(incoming)
      return mountBelow(options.appBasePath, host.mount)
    },
  }
}

function createApps(host: Host): (spec: AuthSpec, tenant: string | undefined) => Awaitable<App> {
  // Not a `WeakMap`: with a new configuration per request, its entries would survive many garbage
  // collections.
  const recent: RecentSpec[] = []
  let oldestIndex = 0
  const addRecent = (spec: AuthSpec): RecentSpec => {
    const added = { spec, apps: new Map<string, App>() }
    recent[oldestIndex] = added
    oldestIndex = (oldestIndex + 1) % MAX_CONFIGURATIONS
    return added
  }
  const loaded = new Map<Feature, LoadedFeature>()
  const load = async (feature: Feature): Promise<void> => {
    const code = loaded.get(feature) ?? (await feature.load?.())
    if (code) loaded.set(feature, code)
  }
  return (spec, tenant) => {
    const { apps } = recent.find((each) => each.spec === spec) ?? addRecent(spec)
    // A tenant never has an empty id.
    const key = tenant ?? ''
    const existing = apps.get(key)
    if (existing) return existing
    const features = featuresOf(spec, host.standard)
    const create = (): App =>
      cached(apps, MAX_TENANTS, key, () => {
        const code = features.flatMap((feature) => loaded.get(feature) ?? [])
        return createApp(host, { spec, tenant, features, loaded: code })
      })
    const isLoaded = features.every((feature) => !feature.load || loaded.has(feature))
    return isLoaded ? create() : Promise.all(features.map(load)).then(create)
  }
}

function resolveOncePerRequest(source: LazySpec, host: Host): Interpreter['specFor'] {
  const resolved = new WeakMap<object, Awaitable<AuthSpec>>()
  return (incoming) => {
    if (!incoming) return source.resolve(undefined)
    const { key, input } = incoming.resolution ?? requestAsInput(incoming.request())
    const existing = resolved.get(key)
    if (existing) return existing
    const spec = redactErrors(
      () => source.resolve(input?.(requestAtOrigin(incoming, source.trustHost, host)) as Request | undefined),
      () => [incoming.request()],
    )
    resolved.set(key, spec)
    return spec
  }
}

function requestAsInput(request: Request): ConfigurationInput {
  return { key: request, input: (changed) => changed ?? request }
}

/**
 * Returns the request with its public origin in the URL, because a client may send one host in the URL and
 * another in a trusted header. Returns `undefined` if the URL already has this origin, or the origin cannot
 * be determined yet.
 */
function requestAtOrigin(
  incoming: Incoming,
  trustHost: AuthOptions['trustHost'],
  host: Host,
): Request | undefined {
  const origin = firstOrigin(incoming, trustHost, host.environment())
  return origin === splitUrl(incoming.url).site ? undefined : requestAt(incoming.request(), origin)
}
