import type { AdapterAccount } from '../../adapters/contract.js'
import type { AuthSpec, FeatureCheck } from '../../builder/auth-spec.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { ProviderType } from '../../model/provider-type.js'
import type { Provider } from '../../providers/kinds/provider.js'
import type { SessionStore } from '../../stores/contract.js'
import type { AccountSection } from './account-section.js'
import type { Sealer, TokenFormatOptions } from './crypto/sealer.js'
import type { Csrf } from './http/csrf-tokens.js'
import type { LoginHook, SignOutHook } from './login/hooks.js'
import type { UserStore } from './login/user-store.js'
import type { App, Exchange, Host, RuleParts, SiteParts } from './object-lifetimes.js'
import type { Pages } from './pages.js'
import type { ProviderFlow } from './provider-flow.js'
import type { RouteContext, Routes } from './route.js'
import type { SessionRule } from './sessions/session-rule.js'
import type { SessionStrategy } from './sessions/session-strategy.js'

/** A feature is plain data, and loads its code with `import()`. */
export interface Feature {
  readonly name: string
  readonly version: 1
  /**
   * Set on features of this package that several providers may have. If an application contains two copies of
   * the package, such a feature counts as one.
   */
  readonly '~package'?: 'authwright'
  /** Features that this feature requires. They are added only if a provider has this feature. */
  readonly extends?: readonly Feature[]
  readonly types?: readonly ProviderType[]
  /**
   * Whether the configuration needs the feature. Called only for standard features: features of providers and
   * of `.use()` are always used.
   */
  readonly isUsed?: (spec: AuthSpec) => boolean
  readonly routes?: Routes
  readonly flow?: () => Promise<ProviderFlow>
  /** Loads the code of the feature, during the first request that needs it. */
  readonly load?: () => Promise<LoadedFeature>
  readonly pages?: () => Promise<Pages>
  /** Returns why a provider with this feature cannot be used, such as a missing variable. */
  readonly problem?: (provider: Provider, host: Host) => string | undefined
  readonly checks?: readonly FeatureCheck[]
  readonly login?: LoginHook
  readonly signOut?: SignOutHook
  readonly sessions?: (site: RuleParts) => SessionRule | undefined
  readonly accountSection?: (context: AccountContext) => Awaitable<AccountSection | undefined>
  readonly api?: Readonly<Record<string, ApiMethod | Readonly<Record<string, ApiMethod>>>>
  /** Called with the accounts whose provider tokens are not needed any more, for example after unlinking. */
  readonly tokensEnded?: (accounts: readonly AdapterAccount[], app: App) => Promise<void>
}

export interface LoadedFeature {
  /** Creates the user store. Default: users and their accounts are only in the session. */
  readonly users?: (app: App) => UserStore
  /** Creates the session strategy. Default: sessions are in sealed cookies. */
  readonly strategy?: (site: SiteParts) => SessionStrategy | undefined
  /** Creates a session rule, like `Feature.sessions`, for rules that are part of the loaded code. */
  readonly sessions?: (site: RuleParts) => SessionRule | undefined
  /** Wraps the sessions of the strategy. Impersonation uses this to show the session of another user. */
  readonly wrapSessions?: (sessions: SessionStrategy, site: SiteParts) => SessionStrategy
  readonly storedClaims?: (app: Pick<App, 'spec' | 'tenant' | 'host'>) => SessionStore | undefined
  /** Seals session tokens in another format. */
  readonly sealer?: (options: TokenFormatOptions) => Sealer
  /** Creates CSRF tokens in another format. */
  readonly csrf?: (site: Omit<RuleParts, 'csrf'>) => Csrf | undefined
}

export interface AccountContext {
  readonly app: App
  readonly exchange: Exchange
  readonly userId: string
}

export type ApiMethod = (call: ApiCall, ...args: never[]) => unknown

export interface ApiCall {
  /**
   * Returns the application.
   *
   * @param request - Selects the configuration and the tenant, if these depend on the request.
   */
  app(request?: Request): Promise<App>
  /**
   * Opens a request. Cookies that the method adds to the exchange are sent only if it returns a response of
   * `toResponseData`.
   */
  open(request: Request): Promise<Pick<RouteContext, 'app' | 'exchange'>>
}
