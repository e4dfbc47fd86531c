import type { AuthSpec } from '../builder/spec.js'
import { MissingAdapter } from '../errors.js'
import { customFetch, type Fetch } from '../providers/kinds/custom-fetch.js'
import type { Store } from '../stores/contract.js'
import type { Clock } from './base/clock.js'
import { runCallbacks } from './config/callbacks.js'
import { type Environment, isGuessable, MIN_SECRET_LENGTH } from './config/environment.js'
import { createEmit } from './config/events.js'
import {
  createLogger,
  createWarnOnce,
  type LoggedCause,
  logOncePerCause,
  type WarnOnce,
} from './config/logger.js'
import { type Mount, pagesOf, pathsOf } from './config/mount.js'
import { configuredSecrets, readyProvider } from './config/settings.js'
import { createCookieContext } from './cookie-context.js'
import { createSealer } from './crypto/sealer.js'
import type { AuthorizationServers } from './flows/oauth/discovery.js'
import type { NamedCookie } from './http/cookie-policy.js'
import { addCookies, clearChunked } from './http/cookies.js'
import { hostTrust, requestOrigins } from './http/origin.js'
import { rateLimits } from './limits/limits.js'
import type { LoginCapabilities } from './login/capabilities.js'
import type { FailureMemory } from './routes/failure-details.js'
import type { RouteCapabilities, RouteCookieContext } from './routes/route-context.js'
import { jwtSessions } from './sessions/jwt.js'
import type { ClaimsStorage, SessionsParts } from './sessions/open-database-sessions.js'
import type { ProviderLogout } from './sessions/provider-logout.js'
import { createRevocations, removingRevocations } from './sessions/revocations.js'
import { sessionPolicy } from './sessions/session-renewal.js'
import type { SessionStrategy } from './sessions/session-strategy.js'
import type { GuardStore } from './storage/guarded-store.js'
import { persistence } from './storage/persistence.js'
import type { RefreshOutcome } from './storage/refresh-lease.js'
import { tenantProvider, tenantSecrets } from './storage/tenants.js'

/** A configuration made ready to serve requests: the capabilities of every layer. */
export interface Instance extends RouteCapabilities {
  /** The refreshes of tokens that are in progress, or whose tokens are not stored yet. */
  readonly refreshes: Map<string, Promise<RefreshOutcome>>
}

/** What an instance takes from the process around it. */
export interface CompileOptions {
  readonly environment: Environment
  readonly clock: Clock
  /** Default: the `fetch` of the platform. */
  readonly fetch: Fetch | undefined
  /** Loaded on first use. */
  readonly servers: () => Promise<AuthorizationServers>
  /** What stands in for a store where the configuration names none. */
  readonly store: Store
  readonly guardStore: GuardStore
  readonly mount: Mount
  /** Whether the configuration is made for each request. */
  readonly isLazy: boolean
  /** The codes of warnings that were given already. */
  readonly warned: Set<string>
  /** The outages that were logged already. */
  readonly loggedCauses: Map<string, LoggedCause>
  readonly memory: FailureMemory
}

/** Cached cookie contexts. A deployment has few origins; where every host is trusted, a client may name more. */
const MAX_CONTEXTS = 100

/** Makes an instance. Throws `MissingSecret` when there is no secret. */
export function compile(
  given: AuthSpec,
  {
    environment,
    clock,
    fetch,
    servers,
    store,
    guardStore,
    mount: mounted,
    warned,
    loggedCauses,
    memory,
    isLazy,
  }: CompileOptions,
  tenant?: string,
): Instance {
  const { options } = given
  const paths = pathsOf(options, environment, mounted)
  const spec = {
    ...given,
    pages: pagesOf(given.pages, paths.basePath, paths.mount),
    jwt: {
      ...given.jwt,
      ...(given.jwt.secret && { secret: tenantSecrets([given.jwt.secret].flat(), tenant) }),
    },
  }
  const logger = logOncePerCause(createLogger(options), loggedCauses, clock)
  const warnOnce = createWarnOnce(logger, warned)
  const common = configuredSecrets(options.secret, environment)
  warnOfConfiguration(given, environment, common, warnOnce)
  const secrets = tenantSecrets(common, tenant)
  const providers = new Map(
    spec.providers.map((provider) => [
      provider.id,
      tenantProvider(readyProvider(provider, environment), tenant),
    ]),
  )
  const stored = persistence({
    spec,
    providers,
    store: guardStore(options.store ?? store),
    tenant,
    secrets,
    isLazy,
    logger,
  })
  const { absoluteMaxAge } = sessionPolicy(spec)
  const contexts = new Map<string, RouteCookieContext>()
  const { url } = environment
  const trustHost = hostTrust(options.trustHost, environment)
  const endsWithStore = options.endSessionsWithStore ?? stored.store.scope !== 'process'
  let logout: Promise<ProviderLogout> | undefined
  const providerLogout = (): Promise<ProviderLogout> => {
    logout ??= import('./sessions/provider-logout.js').then(({ createProviderLogout }) =>
      createProviderLogout({ store: stored.store, secrets, absoluteMaxAge, endsWithStore }),
    )
    return logout
  }
  const { store: sessions } = spec.session
  let claims: Promise<ClaimsStorage> | undefined
  const storedClaims =
    sessions &&
    ((): Promise<ClaimsStorage> => {
      claims ??= import('./sessions/session-store.js').then((module) =>
        module.openStoredClaims(sessions, guardStore, tenant),
      )
      return claims
    })
  const login: LoginCapabilities = {
    spec,
    providers,
    secrets,
    clock,
    ...stored,
    callbacks: runCallbacks(spec.callbacks, { home: paths.home, prefix: paths.mount.prefix }, logger),
    emit: createEmit(spec.events, logger),
    storedClaims,
    revocations: storedClaims
      ? removingRevocations(storedClaims, providerLogout)
      : createRevocations({
          store: stored.store,
          warnOnce,
          secrets,
          absoluteMaxAge,
          endsWithStore,
          providerLogout,
        }),
    providerLogout,
    async revokeAccountTokens(rows) {
      const module = await import('./flows/oauth/revocation.js')
      await module.revokeAccountTokens(rows, instance)
    },
    async deviceOf(request) {
      if (spec.session.device === false) return {}
      const { deviceOf } = await import('./sessions/device.js')
      return deviceOf(request, { option: options.clientAddress, header: environment.clientAddressHeader })
    },
    logger,
  }
  const localServer: Instance['localServer'] = ({ '~server': server }) => server?.open(login)
  const fetchFor: Instance['fetchFor'] = (provider) =>
    localServer(provider)?.fetch ?? provider[customFetch] ?? fetch
  const instance: Instance = {
    ...login,
    ...paths,
    ...memory,
    ...rateLimits({
      clock,
      store: stored.store,
      secrets,
      logger,
      limits: options.limits ?? {},
      clientAddress: options.clientAddress,
      header: environment.clientAddressHeader,
      behindProxy: url === undefined && (trustHost === true || typeof trustHost === 'object'),
      warnOnce,
      isProduction: environment.isProduction,
    }),
    warnOnce,
    localServer,
    refreshes: new Map(),
    fetchFor,
    authorizationServer: async (provider) => (await servers()).find(provider, fetchFor(provider)),
    redirectProxyUrl: options.redirectProxyUrl ?? environment.redirectProxyUrl,
    trustedHosts: typeof trustHost === 'object' ? trustHost : [],
    handovers: createSealer({ secrets, purpose: 'handover', audience: 'redirect proxy', clock }),
    answers: createSealer({ secrets, purpose: 'posted answer', audience: 'callback', clock }),
    originOf: requestOrigins({ url, trustHost, trustRequestUrl: environment.trustRequestUrl }),
    contextOf(at) {
      const known = contexts.get(at.origin)
      if (known) return known
      const parts = { ...login, storedClaims, home: paths.home, tenant, warnOnce }
      const { hostname } = new URL(at.origin)
      const cookies = createCookieContext(parts, options.useSecureCookies ?? at.secure, hostname)
      const sessions = createSessions(parts, cookies.cookies.sessionToken, hostname)
      const context = { ...cookies, sessions }
      const [oldest] = contexts.size < MAX_CONTEXTS ? [] : contexts.keys()
      if (oldest !== undefined) contexts.delete(oldest)
      contexts.set(at.origin, context)
      return context
    },
  }
  return instance
}

/** The sessions of an origin, by the strategy of the configuration. */
function createSessions(parts: SessionsParts, cookie: NamedCookie, hostname: string): SessionStrategy {
  const { adapter, spec, storedClaims } = parts
  if (spec.session.strategy === 'jwt') {
    return storedClaims
      ? lazySessions(cookie, async () => (await storedClaims()).open(parts, cookie, hostname))
      : jwtSessions(parts, cookie, hostname)
  }
  if (!adapter)
    throw new MissingAdapter("Strategy 'database' needs an adapter: call .adapter() before .build().")
  return lazySessions(cookie, async () => {
    const { openDatabaseSessions } = await import('./sessions/open-database-sessions.js')
    return openDatabaseSessions(parts, adapter, cookie, hostname)
  })
}

/**
 * Sessions of a strategy whose code is loaded with the first request that needs it: a server with strategy `jwt` never
 * loads the one for databases. Once loaded, each call is the strategy's own.
 */
function lazySessions(cookie: NamedCookie, load: () => Promise<SessionStrategy>): SessionStrategy {
  let strategy: SessionStrategy | undefined
  const loading = async (): Promise<SessionStrategy> => {
    const loaded = await load()
    strategy ??= loaded
    return strategy
  }
  const clear: SessionStrategy['clear'] = (exchange) =>
    addCookies(exchange, clearChunked(cookie, exchange.cookies))
  return {
    find: (...args) => (strategy ? strategy.find(...args) : loading().then((loaded) => loaded.find(...args))),
    start: async (...args) => (strategy ?? (await loading())).start(...args),
    discard: async (...args) => (strategy ?? (await loading())).discard(...args),
    key: async (...args) => (strategy ?? (await loading())).key(...args),
    show: (...args) => (strategy ? strategy.show(...args) : loading().then((loaded) => loaded.show(...args))),
    end: async (...args) => (strategy ?? (await loading())).end(...args),
    clear,
    // Before the first `find`, no cookie is known to be valid elsewhere.
    clearUnusable: (exchange) => (strategy ? strategy.clearUnusable(exchange) : clear(exchange)),
  }
}

/** Warns of what is seldom meant. A configuration without any of it does not load the sentences. */
function warnOfConfiguration(
  { options, jwt }: AuthSpec,
  environment: Environment,
  secrets: readonly string[],
  warn: WarnOnce,
): void {
  const { debug, experimental, basePath } = options
  const all = [...secrets, ...[jwt.secret ?? []].flat()]
  const guessable = all.filter(isGuessable)
  const trustsAnyHost =
    environment.isProduction &&
    environment.url === undefined &&
    hostTrust(options.trustHost, environment) === true
  const isInMemory = options.store === undefined || options.store.scope === 'process'
  const several = isInMemory ? environment.severalProcesses() : undefined
  if (!(debug || experimental || basePath || guessable.length > 0 || trustsAnyHost || several)) return
  import('./config/warnings.js').then(
    ({ warnOfAnyHost, warnOfMemoryStore, warnOfOptions, warnOfSecrets }) => {
      warnOfOptions(options, environment, warn)
      if (trustsAnyHost) warnOfAnyHost(warn)
      warnOfSecrets(guessable, MIN_SECRET_LENGTH, warn)
      if (several) warnOfMemoryStore(several, warn)
    },
    // The first request that needs a missing module reports it.
    () => undefined,
  )
}
