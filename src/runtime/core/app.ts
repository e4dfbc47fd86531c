import type { AdapterAccount } from '../../adapters/contract.js'
import type { AuthSpec } from '../../builder/spec.js'
import { AuthError, InvalidProvider } from '../../errors.js'
import type { LoggerInstance } from '../../options/auth-options.js'
import { customFetch } from '../../providers/kinds/custom-fetch.js'
import type { Provider } from '../../providers/kinds/provider.js'
import type { SessionStore, Store } from '../../stores/contract.js'
import { backgroundWork } from './background-work.js'
import { asError } from './base/as-error.js'
import { cached } from './base/cached.js'
import type { Clock } from './base/clock.js'
import { type Callbacks, runCallbacks } from './config/callbacks.js'
import { type Environment, isGuessable, MIN_SECRET_LENGTH, requireLongSecrets } from './config/environment.js'
import { createEmit, type Emit } from './config/events.js'
import { createLogger, createWarnOnce, logOncePerCause, type WarnOnce } from './config/logger.js'
import { type Mount, pagesOf, pathsOf } from './config/mount.js'
import { configuredSecrets, readyProvider } from './config/settings.js'
import { unusableProviders } from './config/unusable-providers.js'
import { warnOfAnyHost, warnOfMemoryStore, warnOfOptions, warnOfSecrets } from './config/warnings.js'
import { macsOf } from './crypto/mac.js'
import { sealersOf } from './crypto/sealer.js'
import type { Feature, LoadedFeature } from './feature.js'
import { firstOrigin, type RequestOrigin, requestOrigins, requireHost } from './http/origin.js'
import { type HostTrust, hostTrust } from './http/trusted-hosts.js'
import type { App, Host, Site } from './lifetimes.js'
import { sealedUsers } from './login/sealed-users.js'
import type { UserStore } from './login/user-store.js'
import { createGetter, firstOf } from './owner.js'
import type { Pages } from './pages.js'
import type { ProviderFlow } from './provider-flow.js'
import {
  createEndedProviderSessions,
  type EndedProviderSessions,
} from './sessions/ended-provider-sessions.js'
import { createRevocations, type Revocations, removingRevocations } from './sessions/revocations.js'
import { sessionPolicy } from './sessions/session-renewal.js'
import { createSite } from './site.js'
import type { AccountScope } from './storage/account-keys.js'
import type { GuardedAdapter } from './storage/guarded-adapter.js'
import { persistence } from './storage/persistence.js'
import type { AccountTokens } from './storage/sealed-tokens.js'
import { tenantProvider, tenantSecrets } from './storage/tenants.js'

/**
 * Maximum number of cached sites. A deployment has few origins, but if every host is trusted, a client may
 * name many.
 */
const MAX_SITES = 100

/** The parts of an app. */
export interface AppParts {
  readonly spec: AuthSpec
  readonly tenant: string | undefined
  readonly features: readonly Feature[]
  /** The code of the features that each request needs. */
  readonly loaded: readonly LoadedFeature[]
}

/** Makes a configuration ready to serve requests. Throws `MissingSecret` if there is no secret. */
export function createApp(host: Host, parts: AppParts): App {
  const app = new RunningApp(host, parts)
  host.keepEnvironment(app.environment)
  // Logs unusable providers on the first request. A lazy configuration skips this: it creates an app for each
  // request, and rarely shows a page.
  if (!host.isLazy) app.get(unusableProviders)
  return app
}

/**
 * A class, so that all apps have the same shape and create on demand what reading a session does not need. A
 * lazy configuration creates an app for each request.
 */
class RunningApp implements App {
  readonly host: Host
  readonly environment: Environment
  readonly features: readonly Feature[]
  readonly loaded: readonly LoadedFeature[]
  readonly spec: AuthSpec
  readonly tenant: string | undefined
  readonly secrets: readonly string[]
  readonly clock: Clock
  readonly mount: Mount
  readonly basePath: string
  readonly home: string
  readonly adapter: GuardedAdapter | undefined
  readonly accountTokens: AccountTokens
  readonly store: Store
  readonly commonStore: Store
  readonly accountScope: AccountScope
  readonly callbacks: Callbacks
  readonly emit: Emit
  readonly logger: LoggerInstance
  readonly warnOnce: WarnOnce
  readonly trustHost: HostTrust
  readonly storedClaims: SessionStore | undefined
  readonly endedProviderSessions: EndedProviderSessions
  readonly revocations: Revocations
  readonly originOf: App['originOf']
  readonly get: App['get'] = createGetter<App>(() => this)
  readonly #commonSecrets: readonly string[]
  readonly #sites = new Map<string, Site>()

  constructor(host: Host, { spec: given, tenant, features, loaded }: AppParts) {
    const { options } = given
    const { clock } = host
    const environment = host.environment()
    const { mount, basePath, home } = pathsOf(options, environment, host.mount)
    const spec = {
      ...given,
      pages: pagesOf(given.pages, basePath, mount),
      jwt: {
        ...given.jwt,
        ...(given.jwt.secret && { secret: tenantSecrets([given.jwt.secret].flat(), tenant) }),
      },
    }
    const logger = logOncePerCause(createLogger(options), host.loggedCauses, clock)
    const warnOnce = createWarnOnce(logger, host.warned)
    const common = configuredSecrets(options.secret, environment)
    const trustHost = hostTrust(options.trustHost, environment)
    warnOfConfiguration(given, environment, trustHost, common, warnOnce)
    const secrets = tenantSecrets(common, tenant)
    const stored = persistence({
      spec,
      providers: () => this.providers,
      store: host.guardStore(options.store ?? host.store),
      tenant,
      secrets,
      isLazy: host.isLazy,
      logger,
    })
    const storedClaims = firstOf(loaded, ({ claims }) => claims?.({ spec, tenant, host }))
    const revoking = {
      store: stored.store,
      secrets,
      macOf: host.get(macsOf),
      absoluteMaxAge: sessionPolicy(spec).absoluteMaxAge,
      endsWithStore: options.endSessionsWithStore ?? stored.store.scope !== 'process',
    }
    const endedProviderSessions = createEndedProviderSessions(revoking)
    this.host = host
    this.environment = environment
    this.features = features
    this.loaded = loaded
    this.spec = spec
    this.tenant = tenant
    this.secrets = secrets
    this.#commonSecrets = common
    this.clock = clock
    this.mount = mount
    this.basePath = basePath
    this.home = home
    this.adapter = stored.adapter
    this.accountTokens = stored.accountTokens
    this.store = stored.store
    this.commonStore = stored.commonStore
    this.accountScope = stored.accountScope
    this.callbacks = runCallbacks(spec.callbacks, { home, prefix: mount.prefix }, logger)
    this.emit = createEmit(spec.events, logger, host.get(backgroundWork))
    this.logger = logger
    this.warnOnce = warnOnce
    this.trustHost = trustHost
    this.storedClaims = storedClaims
    this.endedProviderSessions = endedProviderSessions
    this.revocations = storedClaims
      ? removingRevocations(storedClaims, endedProviderSessions)
      : createRevocations({ ...revoking, warnOnce, endedProviderSessions })
    const originOf = requestOrigins({
      url: environment.url,
      trustHost,
      trustRequestUrl: environment.trustRequestUrl,
    })
    this.originOf = host.isLazy && spec.tenant !== false ? atChosenHost(originOf, this) : originOf
  }

  get providers(): ReadonlyMap<string, Provider> {
    return this.get(readyProviders)
  }

  get users(): UserStore {
    return this.get(appUsers)
  }

  // These functions can be passed on without their app.
  readonly sealer: App['sealer'] = (use) => this.host.get(sealersOf)({ secrets: this.secrets, ...use })

  readonly mac: App['mac'] = (purpose) => this.host.get(macsOf)(this.secrets, purpose)

  readonly commonMac: App['commonMac'] = (purpose) => this.host.get(macsOf)(this.#commonSecrets, purpose)

  readonly localServer: App['localServer'] = ({ '~server': server }) => server?.open(this)

  readonly fetchFor: App['fetchFor'] = (provider) =>
    this.localServer(provider)?.fetch ?? provider[customFetch] ?? this.host.fetch

  siteOf(at: RequestOrigin): Site {
    return cached(this.#sites, MAX_SITES, at.origin, () => createSite(this, at))
  }

  async flowOf(provider: Provider): Promise<ProviderFlow> {
    const { '~feature': feature } = provider as { readonly '~feature'?: Feature }
    const flow = await feature?.flow?.()
    if (flow) return flow
    throw new InvalidProvider(
      `The provider '${provider.id}' has no flow. Create it with a function of authwright/providers, such as oidc(), or wrap it in withId().`,
    )
  }

  async pages(): Promise<Pages> {
    const pages = await this.features.find((feature) => feature.pages)?.pages?.()
    if (pages) return pages
    throw new AuthError('There are no built-in pages. Set `pages.signIn`, `pages.signOut` and `pages.error`.')
  }

  async tokensEnded(accounts: readonly AdapterAccount[]): Promise<void> {
    const told = await Promise.allSettled(
      this.features.map(async (feature) => feature.tokensEnded?.(accounts, this)),
    )
    for (const each of told) if (each.status === 'rejected') this.logger.error(asError(each.reason))
  }
}

/** Skipped when only a session is read. */
function readyProviders({ host, spec, environment, tenant }: App): ReadonlyMap<string, Provider> {
  // URLs that a function of the request returns may come from a customer. A local server sends no requests.
  const isOfRequest = host.isLazy && spec.tenant !== false
  return new Map(
    spec.providers.map((provider) => {
      const ready = tenantProvider(readyProvider(provider, environment), tenant)
      return [provider.id, isOfRequest && !('~server' in provider) ? { ...ready, isOfRequest } : ready]
    }),
  )
}

function appUsers(app: App): UserStore {
  return firstOf(app.loaded, ({ users }) => users?.(app)) ?? sealedUsers(app)
}

/**
 * The features of a configuration, by name: those of its providers, those of `.use()`, and those of its
 * options. Their order in the configuration has no effect.
 *
 * @throws AuthError if two different features have one name.
 */
export function featuresOf(spec: AuthSpec, standard: readonly Feature[]): readonly Feature[] {
  const used = standard.filter(({ isUsed }) => isUsed?.(spec) ?? true)
  const byName = new Map<string, Feature>()
  for (const feature of [
    ...used,
    ...spec.providers.flatMap(featureOf),
    ...(spec.features as readonly Feature[]),
  ]) {
    const { name } = feature
    if (!isSameFeature(byName.get(name) ?? standard.find((each) => each.name === name), feature)) {
      throw new AuthError(`Two features are named '${name}'. Rename one of them, or use only one.`)
    }
    byName.set(name, feature)
  }
  return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

/**
 * Whether two features are the same, or copies of the same: a package may be installed twice, and a module
 * may be loaded twice.
 */
function isSameFeature(one: Feature | undefined, other: Feature): boolean {
  return one === undefined || one === other || shapeOf(one) === shapeOf(other)
}

/** The data of a feature, and the names of its members. */
function shapeOf(feature: Feature): string {
  return JSON.stringify([
    Object.keys(feature),
    Object.keys(feature.routes ?? {}),
    Object.keys(feature.api ?? {}),
    feature.types,
  ])
}

function featureOf(provider: Provider): readonly Feature[] {
  const { '~feature': feature } = provider as { readonly '~feature'?: Feature }
  return feature ? withExtended(feature) : []
}

function withExtended(feature: Feature): readonly Feature[] {
  return [...(feature.extends ?? []).flatMap(withExtended), feature]
}

/** Logs warnings about settings that are probably mistakes. */
function warnOfConfiguration(
  { options, jwt }: AuthSpec,
  environment: Environment,
  trustHost: HostTrust,
  secrets: readonly string[],
  warn: WarnOnce,
): void {
  warnOfOptions(options, environment, warn)
  if (environment.isProduction && environment.url === undefined && trustHost === true) warnOfAnyHost(warn)
  const all = [...secrets, ...[jwt.secret ?? []].flat()]
  requireLongSecrets(all, environment)
  warnOfSecrets(all.filter(isGuessable), MIN_SECRET_LENGTH, warn)
  const isInMemory = options.store === undefined || options.store.scope === 'process'
  const several = isInMemory ? environment.severalProcesses() : undefined
  if (several) warnOfMemoryStore(several, warn)
}

/** The origin of a request. It must be the origin for which a lazy configuration was chosen. */
function atChosenHost(
  originOf: App['originOf'],
  { host, environment }: Pick<App, 'host' | 'environment'>,
): App['originOf'] {
  return (incoming) => {
    const at = originOf(incoming)
    const isChosenByRequest = !incoming.resolution || incoming.resolution.input
    if (isChosenByRequest) requireHost(at, firstOrigin(incoming, host.trustHost, environment))
    return at
  }
}
