import type { AdapterAccount } from '../../adapters/contract.js'
import type { AuthOptions } from '../../options/auth-options.js'
import type { Fetch } from '../../providers/kinds/custom-fetch.js'
import type { OpenLocalServer, ServedProvider } from '../../providers/kinds/local-server.js'
import type { Provider } from '../../providers/kinds/provider.js'
import type { SessionStore, Store } from '../../stores/contract.js'
import type { Hooks } from './config/emit-events.js'
import type { Environment } from './config/environment.js'
import type { Log } from './config/logger.js'
import type { Mount, Paths } from './config/mount.js'
import type { LoggedCause } from './config/outage-log.js'
import type { Settings } from './config/settings.js'
import type { NamingMac } from './crypto/mac.js'
import type { Sealer, SealerUse } from './crypto/sealer.js'
import type { Feature, LoadedFeature } from './feature.js'
import type { CookiePolicy } from './http/cookie-policy.js'
import type { CookieExchange } from './http/cookies.js'
import type { Csrf } from './http/csrf-tokens.js'
import type { Outgoing } from './http/fetch.js'
import type { Incoming } from './http/incoming.js'
import type { Params } from './http/params.js'
import type { HostTrust, RequestOrigin } from './http/trusted-hosts.js'
import type { UserStore } from './login/user-store.js'
import type { Pages } from './pages.js'
import type { ProviderFlow } from './provider-flow.js'
import type { FailureMemory } from './routes/development-details.js'
import type { EndedProviderSessions } from './sessions/ended-provider-sessions.js'
import type { Revocations } from './sessions/revocations.js'
import type { SessionRule } from './sessions/session-rule.js'
import type { Extension, SessionStrategy } from './sessions/session-strategy.js'
import type { GuardStore } from './storage/guarded-store.js'
import type { Persistence } from './storage/persistence.js'

/*
 * Each result of `.build()` has a `Host`, each configuration and tenant an `App`, each origin a `Site`, and
 * each request an `Exchange`.
 */

/** `get(make)` calls `make` once, and returns the same value afterwards. */
export interface Owner<Self> {
  get<Part>(make: (owner: Self) => Part): Part
}

/** The parts that all configurations of one `createAuth()` share. */
export interface Host extends Owner<Host>, FailureMemory {
  readonly clock: () => number
  /** Moves the clock and in-memory stores forward. For tests only. */
  moveTime(milliseconds: number): number
  readonly fetch: Fetch | undefined
  readonly store: Store
  readonly guardStore: GuardStore
  readonly mount: Mount
  readonly standard: readonly Feature[]
  /** Whether the configuration is a function of the request. */
  readonly isLazy: boolean
  /**
   * The option `trustHost` outside of a configuration function. It applies until the function has returned a
   * configuration.
   */
  readonly trustHost: AuthOptions['trustHost']
  readonly warned: Set<string>
  readonly loggedCauses: Map<string, LoggedCause>
  /**
   * Reads the variables on each call, until the first app is created. Afterwards, returns the variables of
   * this app.
   */
  environment(): Environment
  keepEnvironment(environment: Environment): void
}

export interface App extends Owner<App>, Settings, Paths, Hooks, Log, Outgoing, Persistence {
  readonly host: Host
  readonly environment: Environment
  readonly features: readonly Feature[]
  readonly loaded: readonly LoadedFeature[]
  readonly tenant: string | undefined
  readonly trustHost: HostTrust
  readonly revocations: Revocations
  readonly endedProviderSessions: EndedProviderSessions
  /** Store for the claims of sessions. `undefined` if they are in cookies. */
  readonly storedClaims: SessionStore | undefined
  readonly users: UserStore
  /** Returns a cached sealer, by default with the secrets of the app. */
  sealer(options: SealerUse): Sealer
  mac(purpose: string): NamingMac
  /** Returns MACs for data that all tenants share, such as entries of `commonStore`. */
  commonMac(purpose: string): NamingMac
  localServer(provider: ServedProvider): OpenLocalServer | undefined
  originOf(request: Incoming): RequestOrigin
  siteOf(at: RequestOrigin): Site
  flowOf(provider: Provider): Promise<ProviderFlow>
  pages(): Promise<Pages>
  /**
   * Notifies features that the provider tokens of these accounts are not needed any more. Failures are
   * logged.
   */
  tokensEnded(accounts: readonly AdapterAccount[]): Promise<void>
}

export interface Site extends Owner<Site> {
  readonly app: App
  readonly hostname: string
  /** Whether cookies have the attribute `Secure`. */
  readonly secure: boolean
  readonly cookies: CookiePolicy
  readonly csrf: Csrf
  readonly rules: readonly SessionRule[]
  readonly sessions: SessionStrategy
  /**
   * Compares the secrets of all processes, at most once a minute. Call it only after a session was started or
   * read. Each host adds an entry to the store, so a client without a session could otherwise cause any
   * number of entries.
   */
  compareSecretsWhenDue(): void
}

export type SiteParts = Omit<Site, 'sessions' | 'compareSecretsWhenDue' | 'get'>

export type RuleParts = Omit<SiteParts, 'rules'>

export interface Exchange extends CookieExchange {
  readonly incoming: Incoming
  readonly request: Request
  readonly url: URL
  /** The origin of every URL in the response. */
  readonly origin: string
  readonly site: Site
  readonly query: Params
  /** The body of the request, or the fields of a call that starts a sign-in on the server. */
  body: Params
  readonly extension: Extension
  /** The validated redirect target. Error pages use it in links. */
  callbackUrl: string | undefined
  /** `false` once a single-use value of the request, such as the `state` of a callback, has been used. */
  isRepeatable: boolean
}
