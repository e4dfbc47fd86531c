import type { AuthSpec } from '../builder/spec.js'
import { MissingSecret } from '../errors.js'
import type { LoggerInstance } from '../options/logger.js'
import type { TrustedHost } from '../options/trusted-host.js'
import { customFetch, type Fetch } from '../providers/kinds/custom-fetch.js'
import type { Provider } from '../providers/kinds/provider.js'
import type { Store } from '../stores/contract.js'
import type { Clock } from './base/clock.js'
import { type Callbacks, runCallbacks } from './config/callbacks.js'
import type { Environment } from './config/environment.js'
import { createEmit, type Emit } from './config/events.js'
import { createLogger, createWarnOnce, type WarnOnce } from './config/logger.js'
import { basePathOf, type Mount, mountBelow, pagesOf, publicPath } from './config/mount.js'
import { readyProvider } from './config/ready-provider.js'
import { warnOfConfiguration } from './config/warn-of-configuration.js'
import { createSite } from './create-site.js'
import { requireSecrets } from './crypto/keys.js'
import { createSealer, type Sealer } from './crypto/sealer.js'
import type { AuthorizationServer, AuthorizationServers } from './flows/oauth/authorization-servers.js'
import type { ReadyOAuthProvider } from './flows/oauth/oauth-provider.js'
import { type Addressed, hostTrust, type RequestOrigin, requestOrigins } from './http/origin.js'
import type { Attempts } from './limits/attempts.js'
import type { MailLimits } from './limits/mail-limits.js'
import { createRevocations, type Revocations } from './sessions/revocations.js'
import { sessionPolicy } from './sessions/session-policy.js'
import type { Site } from './site.js'
import { scopedAccounts } from './storage/account-keys.js'
import { type GuardedAdapter, guardAdapter } from './storage/guarded-adapter.js'
import type { GuardStore } from './storage/guarded-store.js'
import { type SessionKey, sessionKey, tenantProvider, tenantSecrets, tenantStore } from './storage/tenants.js'

/** A configuration made ready to serve requests: everything that can be worked out once. */
export interface Instance {
  readonly spec: AuthSpec
  readonly mount: Mount
  readonly basePath: string
  /** The path of the application's first page. */
  readonly home: string
  readonly secrets: readonly string[]
  readonly providers: ReadonlyMap<string, Provider>
  readonly adapter: GuardedAdapter | undefined
  readonly store: Store
  /** Ends sessions of strategy `'jwt'`. */
  readonly revocations: Revocations
  /** Where the deployment stands whose address the providers know, if it is another. */
  readonly redirectProxyUrl: string | undefined
  /** The tenant that all of this is for. */
  readonly tenant: string | undefined
  /** Finds the stored session of a browser's token. */
  readonly sessionKey: SessionKey
  /** The hosts that are listed: callbacks are handed on to them alone. */
  readonly trustedHosts: readonly TrustedHost[]
  /** Seals for that deployment where a callback belongs. */
  readonly handovers: Sealer
  /** Seals what a provider posted until the browser has followed a redirect. */
  readonly answers: Sealer
  readonly callbacks: Callbacks
  readonly emit: Emit
  readonly logger: LoggerInstance
  readonly warnOnce: WarnOnce
  readonly clock: Clock
  /** Where the application is, for one request. */
  readonly originOf: (request: Addressed) => RequestOrigin
  /** What cookies and sessions of an origin are made with. */
  site(at: RequestOrigin): Site
  /** Limits how often somebody may guess. Loaded on first use. */
  attempts(): Promise<Attempts>
  /** Limits how many mails somebody may have sent. Loaded on first use. */
  mailLimits(): Promise<MailLimits>
  /** The function that asks a provider, without limits of its own. */
  askOf(provider: { readonly [customFetch]?: Fetch | undefined }): Fetch
  authorizationServer(provider: ReadyOAuthProvider): Promise<AuthorizationServer>
}

/** What an instance takes from the process around it. */
export interface Surroundings {
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
}

/** Sites that are kept ready. A deployment has few; where every host is trusted, anybody may name more. */
const MAX_SITES = 100

/** Makes an instance. Throws `MissingSecret` when there is no secret. */
export function createInstance(
  given: AuthSpec,
  { environment, clock, fetch, servers, store, guardStore, mount: mounted, warned, isLazy }: Surroundings,
  tenant?: string,
): Instance {
  const { options } = given
  const mount = mountBelow(options.base, mounted)
  const basePath = basePathOf(options.basePath, environment, mount)
  const home = publicPath('/', mount)
  const spec = {
    ...given,
    pages: pagesOf(given.pages, basePath, mount),
    jwt: {
      ...given.jwt,
      ...(given.jwt.secret && { secret: tenantSecrets([given.jwt.secret].flat(), tenant) }),
    },
  }
  const logger = createLogger(options)
  const warnOnce = createWarnOnce(logger, warned)
  const common = secretsOf(options.secret, environment)
  warnOfConfiguration(given, environment, common, warnOnce)
  const secrets = tenantSecrets(common, tenant)
  const providers = new Map(
    spec.providers.map((provider) => [
      provider.id,
      tenantProvider(readyProvider(provider, environment), tenant),
    ]),
  )
  const scope = { tenant, isLazy: isLazy && given.tenant === undefined }
  const adapter = spec.adapter && guardAdapter(scopedAccounts(spec.adapter, providers, scope), logger)
  const guardedStore = tenantStore(guardStore(options.store ?? store), tenant)
  const { absoluteMaxAge } = sessionPolicy(spec)
  const sites = new Map<string, Site>()
  const { url } = environment
  const trustHost = hostTrust(options.trustHost, environment)
  const counting = {
    store: guardedStore,
    secrets,
    logger,
    limits: options.limits ?? {},
    clientAddress: options.clientAddress,
    header: environment.clientAddressHeader,
    warnOnce,
    isProduction: environment.isProduction,
  }
  let attempts: Promise<Attempts> | undefined
  let mailLimits: Promise<MailLimits> | undefined

  const askOf: Instance['askOf'] = (provider) => provider[customFetch] ?? fetch

  const instance: Instance = {
    spec,
    mount,
    basePath,
    home,
    secrets,
    originOf: requestOrigins({ url, trustHost, trustRequestUrl: environment.trustRequestUrl }),
    providers,
    adapter,
    store: guardedStore,
    revocations: createRevocations({
      store: guardedStore,
      warnOnce,
      secrets,
      absoluteMaxAge,
      endsWithStore: options.endSessionsWithStore ?? guardedStore.scope !== 'process',
    }),
    redirectProxyUrl: options.redirectProxyUrl ?? environment.redirectProxyUrl,
    tenant,
    sessionKey: sessionKey(tenant),
    trustedHosts: typeof trustHost === 'object' ? trustHost : [],
    handovers: createSealer({ secrets, purpose: 'handover', audience: 'redirect proxy', clock }),
    answers: createSealer({ secrets, purpose: 'posted answer', audience: 'callback', clock }),
    callbacks: runCallbacks(spec.callbacks, { home, prefix: mount.prefix }, logger),
    emit: createEmit(spec.events, logger),
    logger,
    warnOnce,
    clock,
    attempts() {
      attempts ??= import('./limits/attempts.js').then(({ createAttempts }) => createAttempts(counting))
      return attempts
    },
    mailLimits() {
      mailLimits ??= import('./limits/mail-limits.js').then(({ createMailLimits }) =>
        createMailLimits(counting),
      )
      return mailLimits
    },
    site(at) {
      const known = sites.get(at.origin)
      if (known) return known
      const site = createSite(instance, options.useSecureCookies ?? at.secure, new URL(at.origin).hostname)
      const [oldest] = sites.size < MAX_SITES ? [] : sites.keys()
      if (oldest !== undefined) sites.delete(oldest)
      sites.set(at.origin, site)
      return site
    },
    askOf,
    authorizationServer: async (provider) => (await servers()).find(provider, askOf(provider)),
  }
  return instance
}

function secretsOf(
  option: string | readonly string[] | undefined,
  { secrets, isEmpty }: Environment,
): readonly string[] {
  if (option === undefined && secrets.length === 0 && isEmpty()) throw new MissingSecret(NO_VARIABLES)
  return requireSecrets(option === undefined ? secrets : [option].flat())
}

const NO_VARIABLES =
  'There is no `secret`, and no environment variable at all. On Cloudflare Workers, set the compatibility flag nodejs_compat, and a compatibility date from 2025-04-01 on.'
