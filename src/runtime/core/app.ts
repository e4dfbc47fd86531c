import type { AuthSpec } from '../../builder/spec.js'
import { AuthError, InvalidProvider } from '../../errors.js'
import { customFetch } from '../../providers/kinds/custom-fetch.js'
import type { Provider } from '../../providers/kinds/provider.js'
import { asError } from './base/as-error.js'
import { runCallbacks } from './config/callbacks.js'
import { type Environment, isGuessable, MIN_SECRET_LENGTH } from './config/environment.js'
import { createEmit } from './config/events.js'
import { createLogger, createWarnOnce, logOncePerCause, type WarnOnce } from './config/logger.js'
import { pagesOf, pathsOf } from './config/mount.js'
import { configuredSecrets, readyProvider } from './config/settings.js'
import { warnOfAnyHost, warnOfMemoryStore, warnOfOptions, warnOfSecrets } from './config/warnings.js'
import { sealersOf } from './crypto/sealer.js'
import { type HostTrust, hostTrust, requestOrigins } from './http/origin.js'
import type { App, Feature, Host, LoadedFeature, Site, UserStore } from './lifetimes.js'
import { sealedUsers } from './login/sealed-users.js'
import { createGetter, firstOf } from './owner.js'
import { createProviderLogout } from './sessions/provider-logout.js'
import { createRevocations, removingRevocations } from './sessions/revocations.js'
import { sessionPolicy } from './sessions/session-renewal.js'
import { createSite } from './site.js'
import { persistence } from './storage/persistence.js'
import { tenantProvider, tenantSecrets } from './storage/tenants.js'

/** Cached sites. A deployment has few origins; where every host is trusted, a client may name more. */
const MAX_SITES = 100

/** What an app is made from. */
export interface AppParts {
  readonly spec: AuthSpec
  readonly tenant: string | undefined
  readonly features: readonly Feature[]
  /** The code of the features that each request needs. */
  readonly loaded: readonly LoadedFeature[]
}

/** Makes a configuration ready to serve requests. Throws `MissingSecret` if there is no secret. */
export function createApp(host: Host, { spec: given, tenant, features, loaded }: AppParts): App {
  const { options } = given
  const { clock } = host
  const environment = host.environment()
  const paths = pathsOf(options, environment, host.mount)
  const spec = {
    ...given,
    pages: pagesOf(given.pages, paths.basePath, paths.mount),
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
  const providers = new Map(
    spec.providers.map((provider) => [
      provider.id,
      tenantProvider(readyProvider(provider, environment), tenant),
    ]),
  )
  const stored = persistence({
    spec,
    providers,
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
    absoluteMaxAge: sessionPolicy(spec).absoluteMaxAge,
    endsWithStore: options.endSessionsWithStore ?? stored.store.scope !== 'process',
  }
  const providerLogout = createProviderLogout(revoking)
  const sites = new Map<string, Site>()
  const app: App = {
    host,
    environment,
    features,
    loaded,
    spec,
    tenant,
    providers,
    secrets,
    clock,
    ...paths,
    ...stored,
    callbacks: runCallbacks(spec.callbacks, { home: paths.home, prefix: paths.mount.prefix }, logger),
    emit: createEmit(spec.events, logger),
    logger,
    warnOnce,
    trustHost,
    storedClaims,
    providerLogout,
    revocations: storedClaims
      ? removingRevocations(storedClaims, providerLogout)
      : createRevocations({ ...revoking, warnOnce, providerLogout }),
    get users() {
      return app.get(appUsers)
    },
    sealer: (use) => host.get(sealersOf)({ secrets, ...use }),
    localServer: ({ '~server': server }) => server?.open(app),
    fetchFor: (provider) => app.localServer(provider)?.fetch ?? provider[customFetch] ?? host.fetch,
    originOf: requestOrigins({
      url: environment.url,
      trustHost,
      trustRequestUrl: environment.trustRequestUrl,
    }),
    siteOf(at) {
      const known = sites.get(at.origin)
      if (known) return known
      const site = createSite(app, at)
      const [oldest] = sites.size < MAX_SITES ? [] : sites.keys()
      if (oldest !== undefined) sites.delete(oldest)
      sites.set(at.origin, site)
      return site
    },
    async flowOf(provider) {
      const { '~feature': feature } = provider as { readonly '~feature'?: Feature }
      const flow = await feature?.flow?.()
      if (flow) return flow
      throw new InvalidProvider(
        `The provider '${provider.id}' has no flow. Make it with a function of authwright/providers, such as oidc(), or wrap it in withId().`,
      )
    },
    async pages() {
      const pages = await features.find((feature) => feature.pages)?.pages?.()
      if (pages) return pages
      throw new AuthError(
        'There are no built-in pages. Set `pages.signIn`, `pages.signOut` and `pages.error`.',
      )
    },
    async tokensEnded(accounts) {
      const told = await Promise.allSettled(
        features.map(async (feature) => feature.tokensEnded?.(accounts, app)),
      )
      for (const each of told) if (each.status === 'rejected') logger.error(asError(each.reason))
    },
    get: createGetter(() => app),
  }
  return app
}

function appUsers(app: App): UserStore {
  return firstOf(app.loaded, ({ users }) => users?.(app)) ?? sealedUsers()
}

/**
 * The features that a configuration uses, by name: those that its providers carry, and those that its options turn on. The order in which
 * providers were written decides nothing.
 */
export function featuresOf(spec: AuthSpec, standard: readonly Feature[]): readonly Feature[] {
  const carried = spec.providers.flatMap(featureOf)
  const used = standard.filter(({ isUsed }) => isUsed?.(spec) ?? true)
  const byName = new Map([...used, ...carried].map((feature) => [feature.name, feature]))
  return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

function featureOf(provider: Provider): readonly Feature[] {
  const { '~feature': feature } = provider as { readonly '~feature'?: Feature }
  return feature ? withExtended(feature) : []
}

function withExtended(feature: Feature): readonly Feature[] {
  return [...(feature.extends ?? []).flatMap(withExtended), feature]
}

/** Warns of settings that are seldom meant. */
function warnOfConfiguration(
  { options, jwt }: AuthSpec,
  environment: Environment,
  trustHost: HostTrust,
  secrets: readonly string[],
  warn: WarnOnce,
): void {
  warnOfOptions(options, environment, warn)
  if (environment.isProduction && environment.url === undefined && trustHost === true) warnOfAnyHost(warn)
  warnOfSecrets([...secrets, ...[jwt.secret ?? []].flat()].filter(isGuessable), MIN_SECRET_LENGTH, warn)
  const isInMemory = options.store === undefined || options.store.scope === 'process'
  const several = isInMemory ? environment.severalProcesses() : undefined
  if (several) warnOfMemoryStore(several, warn)
}
