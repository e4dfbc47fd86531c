import type { AdapterAccount } from '../../adapters/contract.js'
import type { AuthOptions } from '../../options/auth-options.js'
import type { Fetch } from '../../providers/kinds/custom-fetch.js'
import type { OpenLocalServer, ServedProvider } from '../../providers/kinds/local-server.js'
import type { Provider } from '../../providers/kinds/provider.js'
import type { SessionStore, Store } from '../../stores/contract.js'
import type { Environment } from './config/environment.js'
import type { Hooks } from './config/events.js'
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
import type { RequestOrigin } from './http/origin.js'
import type { Params } from './http/params.js'
import type { HostTrust } from './http/trusted-hosts.js'
import type { UserStore } from './login/user-store.js'
import type { Pages } from './pages.js'
import type { ProviderFlow } from './provider-flow.js'
import type { FailureMemory } from './routes/failure-details.js'
import type { EndedProviderSessions } from './sessions/ended-provider-sessions.js'
import type { Revocations } from './sessions/revocations.js'
import type { SessionRule } from './sessions/session-rule.js'
import type { Extension, SessionStrategy } from './sessions/session-strategy.js'
import type { GuardStore } from './storage/guarded-store.js'
import type { Persistence } from './storage/persistence.js'

/*
 * The four lifetimes of objects. A process has a `Host`, a configuration with its tenant an `App`, an origin
 * of the application a `Site`, and a request an `Exchange`.
 */

/**
 * Values that live as long as their owner. `get(make)` calls `make` once and returns the same value
 * afterwards.
 */
export interface Owner<Self> {
  get<Part>(make: (owner: Self) => Part): Part
}

/** The process: the parts that all configurations of one `createAuth` share. */
export interface Host extends Owner<Host>, FailureMemory {
  readonly clock: () => number
  /** Moves the clocks of the process and of in-memory stores forward, and returns the time. For tests only. */
  moveTime(milliseconds: number): number
  readonly fetch: Fetch | undefined
  /** The default, in-memory store. */
  readonly store: Store
  readonly guardStore: GuardStore
  readonly mount: Mount
  /** The standard features. Each configuration uses those for which `isUsed` does not return `false`. */
  readonly standard: readonly Feature[]
  /** Whether the configuration is a function of the request. */
  readonly isLazy: boolean
  /** The trusted hosts until a lazy configuration is resolved: the option `trustHost` outside the function. */
  readonly trustHost: AuthOptions['trustHost']
  /** Warnings that were logged. */
  readonly warned: Set<string>
  /** Outages that were logged. */
  readonly loggedCauses: Map<string, LoggedCause>
  /**
   * The environment variables. Each call reads them again until the first app is created. That app keeps the
   * variables that it has read.
   */
  environment(): Environment
  keepEnvironment(environment: Environment): void
}

/** A configuration and its tenant. */
export interface App extends Owner<App>, Settings, Paths, Hooks, Log, Outgoing, Persistence {
  readonly host: Host
  readonly environment: Environment
  readonly features: readonly Feature[]
  /** The loaded code of the features. */
  readonly loaded: readonly LoadedFeature[]
  readonly tenant: string | undefined
  readonly trustHost: HostTrust
  readonly revocations: Revocations
  /** The sessions at providers that have ended. Sessions of the application that began with them end, too. */
  readonly endedProviderSessions: EndedProviderSessions
  /**
   * The store of the option `session.sessionStore`. It contains the claims, which are otherwise in cookies.
   */
  readonly storedClaims: SessionStore | undefined
  readonly users: UserStore
  /** Returns a cached sealer, by default with the secrets of the app. Its keys are derived on first use. */
  sealer(options: SealerUse): Sealer
  /** Returns the cached MAC for a purpose, with the secrets of the app. Its keys are derived on first use. */
  mac(purpose: string): NamingMac
  /** Returns the cached MAC for data that all tenants share, such as entries of `commonStore`. */
  commonMac(purpose: string): NamingMac
  localServer(provider: ServedProvider): OpenLocalServer | undefined
  originOf(request: Incoming): RequestOrigin
  siteOf(at: RequestOrigin): Site
  /** The flow of a provider. Throws `InvalidProvider` for a provider without one. */
  flowOf(provider: Provider): Promise<ProviderFlow>
  /** The built-in pages. */
  pages(): Promise<Pages>
  /**
   * Notifies features that the tokens of these accounts are not needed any more. Failures are logged, and the
   * promise never rejects.
   */
  tokensEnded(accounts: readonly AdapterAccount[]): Promise<void>
}

/** An application at one origin: its cookies, and the sessions in them. */
export interface Site extends Owner<Site> {
  readonly app: App
  readonly hostname: string
  /** Whether cookies have the attribute `Secure`. */
  readonly secure: boolean
  readonly cookies: CookiePolicy
  readonly csrf: Csrf
  /** The session rules of the features, in their order. */
  readonly rules: readonly SessionRule[]
  readonly sessions: SessionStrategy
  /**
   * Compares the secrets of this process with the secrets of other processes for the same host, at most once a
   * minute. Call it only after a session was started or read. The comparison writes an entry to the store for
   * each host. If every host is trusted, a client without a session could otherwise cause any number of
   * entries.
   */
  compareSecretsWhenDue(): void
}

/** The parts of a site that are created before its session strategy. */
export type SiteParts = Omit<Site, 'sessions' | 'compareSecretsWhenDue' | 'get'>

/** The parts of a site that are created before its session rules. */
export type RuleParts = Omit<SiteParts, 'rules'>

/** A request, and the cookies that its response sets. */
export interface Exchange extends CookieExchange {
  readonly incoming: Incoming
  readonly request: Request
  readonly url: URL
  /** The origin of every URL in the response. */
  readonly origin: string
  readonly site: Site
  readonly query: Params
  /** The body of the request. In a sign-in by a call on the server, the fields of the call. */
  body: Params
  /** When this request may extend a session cookie. */
  readonly extension: Extension
  /** The redirect target of the request, once it has been validated. Error pages use it in links. */
  callbackUrl: string | undefined
  /**
   * Whether an error page may offer to send the same request again. `false` once a single-use value of the
   * request, such as the `state` of a callback, has been used.
   */
  isRepeatable: boolean
}
