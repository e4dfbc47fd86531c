import type { AdapterAccount } from '../../adapters/contract.js'
import type { AuthSpec, FeatureCheck } from '../../builder/spec.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { ProviderType } from '../../model/provider-type.js'
import type { Provider } from '../../providers/kinds/provider.js'
import type { SessionStore } from '../../stores/contract.js'
import type { AccountSection } from './account-section.js'
import type { Sealer, TokenFormatOptions } from './crypto/sealer.js'
import type { Csrf } from './http/csrf-tokens.js'
import type { App, Exchange, Host, RuleParts, SiteParts } from './lifetimes.js'
import type { LoginHook, SignOutHook } from './login/hooks.js'
import type { UserStore } from './login/user-store.js'
import type { Pages } from './pages.js'
import type { ProviderFlow } from './provider-flow.js'
import type { RouteContext, Routes } from './route.js'
import type { SessionRule } from './sessions/session-rule.js'
import type { SessionStrategy } from './sessions/session-strategy.js'

/**
 * A part of Authwright, such as passkeys. A feature is plain data, and loads its code with `import()`. A
 * provider has its feature under the key `'~feature'`. Other features are passed to `.use()`. Standard features
 * are added by the entry points.
 */
export interface Feature {
  readonly name: string
  readonly version: 1
  /** Features that this feature requires. They are added only if a provider has this feature. */
  readonly extends?: readonly Feature[]
  /** Types of providers that may have this feature. */
  readonly types?: readonly ProviderType[]
  /**
   * Whether a configuration uses the standard feature. Default: always. This function is called only for
   * standard features: features of providers and of `.use()` are always used.
   */
  readonly isUsed?: (spec: AuthSpec) => boolean
  readonly routes?: Routes
  /** The flow of the providers that have this feature. */
  readonly flow?: () => Promise<ProviderFlow>
  /** Code that each request needs. It is loaded during the first request that needs it. */
  readonly load?: () => Promise<LoadedFeature>
  readonly pages?: () => Promise<Pages>
  /**
   * Why a provider with this feature cannot be used, such as a missing variable. `undefined` if it can be
   * used in this process.
   */
  readonly problem?: (provider: Provider, host: Host) => string | undefined
  /** Called by `.build()` if the configuration breaks no other rule. */
  readonly checks?: readonly FeatureCheck[]
  readonly login?: LoginHook
  readonly signOut?: SignOutHook
  /** Rules for the start and end of sessions, for any strategy. */
  readonly sessions?: (site: RuleParts) => SessionRule | undefined
  /** A section of the account page, or `undefined` for none. */
  readonly accountSection?: (context: AccountContext) => Awaitable<AccountSection | undefined>
  /** Methods, or groups of methods, that `.use()` adds to the result of `.build()`. */
  readonly api?: Readonly<Record<string, ApiMethod | Readonly<Record<string, ApiMethod>>>>
  /**
   * Called when provider tokens are not needed any more: the account was unlinked or removed, or its tokens
   * were revoked. Receives the accounts with these tokens.
   */
  readonly tokensEnded?: (accounts: readonly AdapterAccount[], app: App) => Promise<void>
}

/** The code of a feature that `load` returns. */
export interface LoadedFeature {
  /** Where users and their accounts are stored. Default: only in the session. */
  readonly users?: (app: App) => UserStore
  /** Where sessions are stored: in a database or in a store. Default: in sealed cookies. */
  readonly strategy?: (site: SiteParts) => SessionStrategy | undefined
  /** Session rules, as in `Feature`. Set this member instead if the rules are part of the loaded code. */
  readonly sessions?: (site: RuleParts) => SessionRule | undefined
  /** Wraps the sessions of the strategy. Impersonation uses this to show the session of another user. */
  readonly wrapSessions?: (sessions: SessionStrategy, site: SiteParts) => SessionStrategy
  /** Opens the store of the option `session.sessionStore`. */
  readonly storedClaims?: (app: Pick<App, 'spec' | 'tenant' | 'host'>) => SessionStore | undefined
  /** Seals session tokens in another format. */
  readonly sealer?: (options: TokenFormatOptions) => Sealer
  /** Creates CSRF tokens in another format. */
  readonly csrf?: (site: Omit<RuleParts, 'csrf'>) => Csrf | undefined
}

/** The data from which a feature creates a section of the account page. */
export interface AccountContext {
  readonly app: App
  readonly exchange: Exchange
  readonly userId: string
}

/** A method of the result of `.build()`. It receives the arguments of the application after `call`. */
export type ApiMethod = (call: ApiCall, ...args: never[]) => unknown

/** The first argument of a feature method. It reads the configuration at first use. */
export interface ApiCall {
  /**
   * Returns the app.
   *
   * @param request - Selects the configuration and the tenant, if these depend on the request.
   */
  app(request?: Request): Promise<App>
  /**
   * Opens a request to the application, for example to find its signed-in user. Cookies set on it are sent only
   * if the method returns a response that it created with `toResponseData`.
   */
  open(request: Request): Promise<Pick<RouteContext, 'app' | 'exchange'>>
}
