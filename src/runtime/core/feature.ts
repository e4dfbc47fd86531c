import type { AdapterAccount } from '../../adapters/contract.js'
import type { AuthSpec, FeatureCheck } from '../../builder/spec.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { Provider } from '../../providers/kinds/provider.js'
import type { ProviderType } from '../../providers/kinds/provider-type.js'
import type { SessionStore } from '../../stores/contract.js'
import type { AccountSection } from './account-section.js'
import type { Sealer, TokenFormatOptions } from './crypto/sealer.js'
import type { Csrf } from './http/csrf-tokens.js'
import type { App, Exchange, RuleParts, SiteParts } from './lifetimes.js'
import type { LoginHook, SignOutHook } from './login/hooks.js'
import type { UserStore } from './login/user-store.js'
import type { Pages } from './pages.js'
import type { ProviderFlow } from './provider-flow.js'
import type { RouteContext, Routes } from './route.js'
import type { SessionRule } from './sessions/session-rule.js'
import type { SessionStrategy } from './sessions/session-strategy.js'

/**
 * A part of Authwright: plain data, with its code behind one `import()`. A provider, or another value that the user imports, carries its
 * feature under the key `'~feature'`; entry points pass the features that options turn on.
 */
export interface Feature {
  readonly name: string
  readonly version: 1
  /** Features that it builds on, which are used with it. */
  readonly extends?: readonly Feature[]
  /** Types of providers that carry it. */
  readonly types?: readonly ProviderType[]
  /** Whether a configuration uses it. A feature that a provider carries is used. */
  readonly isUsed?: (spec: AuthSpec) => boolean
  readonly routes?: Routes
  /** The flow of the providers that carry it. */
  readonly flow?: () => Promise<ProviderFlow>
  /** Code that each request needs. It is loaded before the first one. */
  readonly load?: () => Promise<LoadedFeature>
  readonly pages?: () => Promise<Pages>
  /** Why a provider that carries it cannot be used, such as a variable that is not set. `undefined` if it can. */
  readonly problem?: (provider: Provider) => string | undefined
  /** Called by `.build()`, where the configuration breaks no other rule. */
  readonly checks?: readonly FeatureCheck[]
  readonly login?: LoginHook
  readonly signOut?: SignOutHook
  /** Takes part in how sessions begin and end, whatever the strategy. */
  readonly sessions?: (site: RuleParts) => SessionRule | undefined
  /** A section of the account page; `undefined` shows none. */
  readonly accountSection?: (context: AccountContext) => Awaitable<AccountSection | undefined>
  /** Methods, or groups of them, that `.use()` adds to what `.build()` returns. */
  readonly api?: Readonly<Record<string, ApiMethod | Readonly<Record<string, ApiMethod>>>>
  /**
   * Called with accounts whose provider tokens the application no longer stores, as they were before: the account was unlinked or
   * removed, or its tokens were revoked.
   */
  readonly tokensEnded?: (accounts: readonly AdapterAccount[], app: App) => Promise<void>
}

/** The code of a feature that each request needs. */
export interface LoadedFeature {
  /** Where users and their accounts are stored. Default: in the session alone. */
  readonly users?: (app: App) => UserStore
  /** Where sessions live: in a database, or in a store. Default: in sealed cookies. */
  readonly strategy?: (site: SiteParts) => SessionStrategy | undefined
  /** The same as of the feature, where the rule is part of its code. */
  readonly sessions?: (site: RuleParts) => SessionRule | undefined
  /** Sessions in which one user acts as another, around those of the strategy. */
  readonly actingSessions?: (sessions: SessionStrategy, site: SiteParts) => SessionStrategy
  /** Opens the store of the option `session.sessionStore`. */
  readonly claims?: (app: Pick<App, 'spec' | 'tenant' | 'host'>) => SessionStore | undefined
  /** Seals session tokens in another format. */
  readonly sealer?: (options: TokenFormatOptions) => Sealer
  /** Makes CSRF tokens in another format. */
  readonly csrf?: (site: Omit<RuleParts, 'csrf'>) => Csrf | undefined
}

/** What a section of the account page is made of. */
export interface AccountContext {
  readonly app: App
  readonly exchange: Exchange
  readonly userId: string
}

/** A method of what `.build()` returns. It is called with what the application passes after `call`. */
export type ApiMethod = (call: ApiCall, ...args: never[]) => unknown

/** Opens the configuration for a method, at first use. */
export interface ApiCall {
  /** @param request - Finds the configuration and the tenant where they depend on it. */
  app(request?: Request): Promise<App>
  /** A request to the application, such as one whose user is signed in. Cookies that are set on it are not sent. */
  open(request: Request): Promise<Pick<RouteContext, 'app' | 'exchange'>>
}
