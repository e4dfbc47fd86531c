import type { FeatureCheck } from '../../../builder/auth-spec.js'
import type { Awaitable } from '../../../model/awaitable.js'
import type { ProviderType } from '../../../model/provider-type.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import type { AccountSection } from '../account-section.js'
import type { EmptyResult, JsonResult, RedirectResult } from '../http/route-result.js'
import type { SignInMethod } from '../sign-in-page-methods.js'
import type { FeatureApp, FeatureContext, FeatureExchange, FeatureSite } from './context.js'
import type { FeatureLoginHook } from './login.js'
import type { FeatureSessionRule } from './session-rule.js'

/** The result of a route, created by `json`, `redirect` or `nothing`. */
export type FeatureResult = JsonResult | RedirectResult | EmptyResult

/** A path below the base path, such as `/auth/guests`. */
export interface FeatureRoute {
  /** Whether the path has a second segment, the id of a provider. */
  readonly provider: 'none' | 'optional' | 'required'
  /** Handles GET requests. */
  readonly GET?: (context: FeatureContext) => Promise<FeatureResult>
  /** Handles POST requests. */
  readonly POST?: (context: FeatureContext) => Promise<FeatureResult>
}

/** The sign-in flow of the providers that have this feature. */
export interface FeatureFlow {
  /** The methods that `/callback/:provider` accepts. */
  readonly callbackMethods: readonly ('GET' | 'POST')[]
  /** Handles the callback of a provider. */
  callback(provider: Provider, context: FeatureContext): Promise<FeatureResult>
  /** How the sign-in page offers the provider, or `undefined` to leave it out. */
  signInMethod?(
    provider: Provider,
    page: { readonly app: FeatureApp; readonly origin: string },
  ): SignInMethod | undefined
}

/** A hook that runs at each sign-out. */
export interface FeatureSignOutHook {
  /** Called after the session has ended. Failures are logged. */
  after?(exchange: FeatureExchange): Promise<void>
}

/** The data from which a feature creates a section of the account page. */
export interface AccountContext {
  /** The application. */
  readonly app: FeatureApp
  /** The request. */
  readonly exchange: FeatureExchange
  /** The id of the signed-in user. */
  readonly userId: string
}

/** The first argument of a feature method. It reads the configuration at first use. */
export interface FeatureCall {
  /** Returns the application. */
  app(request?: Request): Promise<FeatureApp>
  /**
   * Opens a request to the application, for example to find its signed-in user. `query` and `body` are empty.
   * The method sends no response to this request, so `setCookie` and `clearCookie` have no effect.
   */
  open(request: Request): Promise<Pick<FeatureContext, 'app' | 'exchange'>>
}

/** The methods of a feature, by name. */
// biome-ignore lint/suspicious/noExplicitAny: each method declares the types of its arguments.
export type FeatureApi = Readonly<Record<string, (call: FeatureCall, ...args: any[]) => unknown>>

/**
 * A part of Authwright. The feature of a provider is under the key `'~feature'` of the provider. Other
 * features are passed to `.use()`.
 */
export interface Feature<Api extends object = {}> {
  /** Unique in a configuration. */
  readonly name: string
  /** The version of this interface. */
  readonly version: 1
  /** Types of providers that may have this feature. Default: any. */
  readonly types?: readonly ProviderType[]
  /** Routes, by the first path segment below the base path. */
  readonly routes?: Readonly<Record<string, FeatureRoute>>
  /** The flow of the providers that have this feature. Load large code here with `import()`. */
  readonly flow?: () => Promise<FeatureFlow>
  /** A hook that runs at each login. */
  readonly login?: FeatureLoginHook
  /** A hook that runs at each sign-out. */
  readonly signOut?: FeatureSignOutHook
  /** Creates the session rule of a site, which is the application at one origin. */
  readonly sessions?: (site: FeatureSite) => FeatureSessionRule | undefined
  /** A section of the account page, or `undefined` for none. */
  readonly accountSection?: (context: AccountContext) => Awaitable<AccountSection | undefined>
  /** Called by `.build()` with the configuration and the providers that have this feature. */
  readonly checks?: readonly FeatureCheck[]
  /** Methods that `.use()` adds to the result of `.build()`. */
  readonly api?: Api
}

/**
 * Defines a feature. Add it to a provider under the key `'~feature'`, or pass it to `.use(feature)`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { defineFeature, json } from 'authwright/feature'
 * import { github } from 'authwright/providers/github'
 *
 * const ping = defineFeature({
 *   name: 'ping',
 *   version: 1,
 *   routes: { ping: { provider: 'none', GET: async () => json({ pong: true }) } },
 *   api: { pathOfPing: async (call) => `${(await call.app()).basePath}/ping` },
 * })
 *
 * export const auth = createAuth().provider(github()).use(ping).build()
 * export const path = () => auth.pathOfPing()
 * ```
 */
export function defineFeature<Api extends FeatureApi>(
  feature: Feature<Api> & { readonly api: Api },
): Feature<Api>
/** The overload for a feature without `api`. */
export function defineFeature(feature: Feature): Feature
// With a default for `Api` instead of two signatures, TypeScript does not infer the type of the first
// parameter of a method.
export function defineFeature(feature: Feature): Feature {
  return feature
}
