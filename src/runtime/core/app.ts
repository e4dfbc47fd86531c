import type { AdapterAccount } from '../../adapters/contract.js'
import type { AuthSpec } from '../../builder/auth-spec.js'
import { AuthError, InvalidProvider } from '../../errors.js'
import type { LoggerInstance } from '../../options/auth-options.js'
import { customFetch } from '../../providers/kinds/custom-fetch.js'
import type { Provider } from '../../providers/kinds/provider.js'
import type { SessionStore, Store } from '../../stores/contract.js'
import { backgroundWork } from './background-work.js'
import { asError } from './base/as-error.js'
import { cached } from './base/cached.js'
import type { Clock } from './base/clock.js'
import { createGetter } from './base/create-getter.js'
import { firstOf } from './base/first-of.js'
import { createEmit, type Emit } from './config/emit-events.js'
import type { Environment } from './config/environment.js'
import { createLogger, createWarnOnce, type WarnOnce } from './config/logger.js'
import { type Mount, type Paths, pagesOf, pathsOf } from './config/mount.js'
import { logOncePerCause } from './config/outage-log.js'
import { type Callbacks, runCallbacks } from './config/run-callbacks.js'
import { requireLongSecrets, warnOfSecrets } from './config/secret-strength.js'
import { configuredSecrets, readyProvider } from './config/settings.js'
import { redirectWarnings } from './config/sign-in-callbacks.js'
import { unusableProviders } from './config/unusable-providers.js'
import { warnOfConfiguration } from './config/warnings.js'
import { macsOf } from './crypto/mac.js'
import { sealersOf } from './crypto/sealer.js'
import type { Feature, LoadedFeature } from './feature.js'
import { featureOf } from './features-in-use.js'
import {
  firstOrigin,
  type HostTrust,
  hostTrust,
  type RequestOrigin,
  requestOrigins,
  requireHost,
} from './http/trusted-hosts.js'
import { sealedUsers } from './login/sealed-users.js'
import type { UserStore } from './login/user-store.js'
import type { App, Host, Site } from './object-lifetimes.js'
import type { Pages } from './pages.js'
import type { ProviderFlow } from './provider-flow.js'
import {
  createEndedProviderSessions,
  type EndedProviderSessions,
} from './sessions/ended-provider-sessions.js'
import { createRevocations, type Revocations, removingRevocations } from './sessions/revocations.js'
import { sessionPolicy } from './sessions/session-lifetime.js'
import { createSite } from './site.js'
import type { AccountScope } from './storage/account-names.js'
import type { GuardedAdapter } from './storage/guarded-adapter.js'
import { persistence } from './storage/persistence.js'
import type { SealedTokens } from './storage/sealed-tokens.js'
import { tenantProvider, tenantSecrets } from './storage/tenants.js'

/** Limited, because clients can send requests for any number of origins if every host is trusted. */
const MAX_SITES = 100

export interface AppParts {
  readonly spec: AuthSpec
  readonly tenant: string | undefined
  readonly features: readonly Feature[]
  readonly loaded: readonly LoadedFeature[]
}

export function createApp(host: Host, parts: AppParts): App {
  const app = new RunningApp(host, parts)
  host.keepEnvironment(app.environment)
  // For a configuration that is a function, this check runs later, when providers are listed.
  if (!host.isLazy) app.get(unusableProviders)
  return app
}

/** A class, so that all apps have the same shape for the JavaScript engine. */
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
  readonly sealedTokens: SealedTokens
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

  constructor(host: Host, { spec, tenant, features, loaded }: AppParts) {
    const { options } = spec
    this.host = host
    this.clock = host.clock
    this.environment = host.environment()
    this.tenant = tenant
    this.features = features
    this.loaded = loaded
    const { mount, basePath, home } = pathsOf(options, this.environment, host.mount)
    this.mount = mount
    this.basePath = basePath
    this.home = home
    this.spec = specOf(spec, tenant, { mount, basePath })
    this.logger = logOncePerCause(createLogger(options), host.loggedCauses, this.clock)
    this.warnOnce = createWarnOnce(this.logger, host.warned)
    this.trustHost = hostTrust(options.trustHost, this.environment)
    this.#commonSecrets = configuredSecrets(options.secret, this.environment)
    this.secrets = tenantSecrets(this.#commonSecrets, tenant)
    warnOfConfiguration(spec, this.environment, this.trustHost, this.warnOnce)
    checkSecrets([...this.#commonSecrets, ...[spec.jwt.secret ?? []].flat()], this)
    const redirectsWarned = host.get(redirectWarnings)
    this.callbacks = runCallbacks(
      spec.callbacks,
      { home, prefix: mount.prefix },
      this.logger,
      redirectsWarned,
    )
    this.emit = createEmit(spec.events, this.logger, host.get(backgroundWork))
    const stored = persistence({
      spec: this.spec,
      providers: () => this.providers,
      store: host.guardStore(options.store ?? host.store),
      tenant,
      secrets: this.secrets,
      isLazy: host.isLazy,
      logger: this.logger,
    })
    this.adapter = stored.adapter
    this.sealedTokens = stored.sealedTokens
    this.store = stored.store
    this.commonStore = stored.commonStore
    this.accountScope = stored.accountScope
    this.storedClaims = firstOf(loaded, (code) => code.storedClaims?.(this))
    const revocationOptions = {
      store: this.store,
      secrets: this.secrets,
      macOf: host.get(macsOf),
      absoluteMaxAge: sessionPolicy(this.spec).absoluteMaxAge,
      endsWithStore: options.endSessionsWithStore ?? this.store.scope !== 'process',
    }
    const { warnOnce, storedClaims } = this
    const endedProviderSessions = createEndedProviderSessions(revocationOptions)
    this.endedProviderSessions = endedProviderSessions
    this.revocations = storedClaims
      ? removingRevocations(storedClaims, endedProviderSessions)
      : createRevocations({ ...revocationOptions, warnOnce, endedProviderSessions })
    this.originOf = originsOf(this)
  }

  get providers(): ReadonlyMap<string, Provider> {
    return this.get(readyProviders)
  }

  get users(): UserStore {
    return this.get(appUsers)
  }

  // Arrow functions, because they are also called without `this`.
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
    const flow = await featureOf(provider)?.flow?.()
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
    const results = await Promise.allSettled(
      this.features.map(async (feature) => feature.tokensEnded?.(accounts, this)),
    )
    for (const each of results) if (each.status === 'rejected') this.logger.error(asError(each.reason))
  }
}

function specOf(
  { pages, jwt, ...spec }: AuthSpec,
  tenant: string | undefined,
  { mount, basePath }: Pick<Paths, 'mount' | 'basePath'>,
): AuthSpec {
  const jwtSecrets = jwt.secret && { secret: tenantSecrets([jwt.secret].flat(), tenant) }
  return { ...spec, pages: pagesOf(pages, basePath, mount), jwt: { ...jwt, ...jwtSecrets } }
}

function checkSecrets(
  secrets: readonly string[],
  { environment, warnOnce }: Pick<App, 'environment' | 'warnOnce'>,
): void {
  requireLongSecrets(secrets, environment)
  warnOfSecrets(secrets, warnOnce)
}

function originsOf({
  host,
  environment,
  spec,
  trustHost,
}: Pick<App, 'host' | 'environment' | 'spec' | 'trustHost'>): App['originOf'] {
  const { url, trustRequestUrl } = environment
  const originOf = requestOrigins({ url, trustHost, trustRequestUrl })
  return host.isLazy && spec.tenant !== false ? atChosenHost(originOf, { host, environment }) : originOf
}

function readyProviders({ host, spec, environment, tenant }: App): ReadonlyMap<string, Provider> {
  // URLs of a provider may come from a customer if a function of the request returned it. Requests to these
  // URLs are checked. A provider with a local server sends no requests.
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
 * Returns `originOf` with a second check. A function may have chosen the configuration by the host of the
 * request. If the trusted headers name another host, the request is refused.
 */
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
