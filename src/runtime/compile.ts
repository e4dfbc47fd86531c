import type { AuthSpec } from '../builder/spec.js'
import { customFetch, type Fetch } from '../providers/kinds/custom-fetch.js'
import type { Store } from '../stores/contract.js'
import type { Clock } from './base/clock.js'
import { runCallbacks } from './config/callbacks.js'
import type { Environment } from './config/environment.js'
import { createEmit } from './config/events.js'
import { createLogger, createWarnOnce } from './config/logger.js'
import { type Mount, pagesOf, pathsOf } from './config/mount.js'
import { type LoggedCause, oneLineACause } from './config/one-line-a-cause.js'
import { configuredSecrets, readyProvider } from './config/settings.js'
import { warnOfConfiguration } from './config/warn-of-configuration.js'
import { createCookieContext } from './cookie-context.js'
import { createSealer } from './crypto/sealer.js'
import type { AuthorizationServers } from './flows/oauth/authorization-server.js'
import { hostTrust, requestOrigins } from './http/origin.js'
import { rateLimits } from './limits/limits.js'
import type { LoginCapabilities } from './login/capabilities.js'
import type { RouteCapabilities, RouteCookieContext } from './routes/route-context.js'
import { createRevocations } from './sessions/revocations.js'
import { sessionPolicy } from './sessions/session-policy.js'
import type { GuardStore } from './storage/guarded-store.js'
import { persistence } from './storage/persistence.js'
import { tenantProvider, tenantSecrets } from './storage/tenants.js'

/** A configuration made ready to serve requests: the capabilities of every storey. */
export interface Instance extends RouteCapabilities {}

/** What an instance takes from the process around it. */
export interface CompileOptions {
  readonly environment: Environment
  readonly clock: Clock
  readonly fetch: Fetch
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
}

/** Cached cookie contexts. A deployment has few origins; where every host is trusted, a client may name more. */
const MAX_SITES = 100

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
  const logger = oneLineACause(createLogger(options), loggedCauses, clock)
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
    isLazy,
    logger,
  })
  const { absoluteMaxAge } = sessionPolicy(spec)
  const sites = new Map<string, RouteCookieContext>()
  const { url } = environment
  const trustHost = hostTrust(options.trustHost, environment)
  const fetchFor: Instance['fetchFor'] = (provider) => provider[customFetch] ?? fetch

  const login: LoginCapabilities = {
    spec,
    providers,
    secrets,
    clock,
    ...stored,
    callbacks: runCallbacks(spec.callbacks, { home: paths.home, prefix: paths.mount.prefix }, logger),
    emit: createEmit(spec.events, logger),
    revocations: createRevocations({
      store: stored.store,
      warnOnce,
      secrets,
      absoluteMaxAge,
      endsWithStore: options.endSessionsWithStore ?? stored.store.scope !== 'process',
    }),
    logger,
  }
  return {
    ...login,
    ...paths,
    ...rateLimits({
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
    fetchFor,
    authorizationServer: async (provider) => (await servers()).find(provider, fetchFor(provider)),
    redirectProxyUrl: options.redirectProxyUrl ?? environment.redirectProxyUrl,
    trustedHosts: typeof trustHost === 'object' ? trustHost : [],
    handovers: createSealer({ secrets, purpose: 'handover', audience: 'redirect proxy', clock }),
    answers: createSealer({ secrets, purpose: 'posted answer', audience: 'callback', clock }),
    originOf: requestOrigins({ url, trustHost, trustRequestUrl: environment.trustRequestUrl }),
    site(at) {
      const known = sites.get(at.origin)
      if (known) return known
      const parts = { ...login, home: paths.home, tenant }
      const site = createCookieContext(
        parts,
        options.useSecureCookies ?? at.secure,
        new URL(at.origin).hostname,
      )
      const [oldest] = sites.size < MAX_SITES ? [] : sites.keys()
      if (oldest !== undefined) sites.delete(oldest)
      sites.set(at.origin, site)
      return site
    },
  }
}
