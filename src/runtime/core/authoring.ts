import type { FeatureCheck } from '../../builder/spec.js'
import { AuthError } from '../../errors.js'
import type { Account } from '../../model/account.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { IdentifiedUser, SignInIntent } from '../../model/user.js'
import type { LoggerInstance } from '../../options/auth-options.js'
import type { CookieAttributes } from '../../options/cookies-options.js'
import { withDefaults } from '../../options/with-defaults.js'
import type { Provider } from '../../providers/kinds/provider.js'
import type { ProviderType } from '../../providers/kinds/provider-type.js'
import type { Store } from '../../stores/contract.js'
import type { AccountSection } from './account-section.js'
import { addCookies, clearCookie as clearedCookie } from './http/cookies.js'
import { safeRedirect } from './http/redirects.js'
import type { EmptyResult, JsonResult, RedirectResult } from './http/result.js'
import type { Admission, App, Exchange, LoginAdmission } from './lifetimes.js'
import { type Claim, type Identity, isMissingId } from './login/identity.js'
import { destination, login as logIn } from './login/login.js'
import { requireCsrf as checkCsrf, csrfToken as currentCsrfToken } from './routes/csrf.js'
import type { NewSession, SessionFields } from './sessions/session-rule.js'
import type { SignInMethod } from './sign-in-method.js'

/*
 * `authwright/feature`: what a feature outside of this package is written against. Each type here has a part of the members of an internal type,
 * so that a feature with these types is a feature of the core, and the rest can change.
 */

/** The application: a configuration and its tenant. */
export interface FeatureApp {
  /** The path of the routes, such as `/auth`. */
  readonly basePath: string
  /** The path of the application's first page. */
  readonly home: string
  /** The time, in milliseconds since 1970. */
  readonly clock: () => number
  /** The logger of the configuration. */
  readonly logger: LoggerInstance
  /** The option `store`, within the tenant. Begin each key with the name of the feature. */
  readonly store: Store
  /** The value that `make` returns, which is called once for the life of the application. */
  get<Part>(make: (app: FeatureApp) => Part): Part
  /** Seals values for a browser, with the secrets of the application. */
  sealer(use: { readonly purpose: string; readonly audience: string }): FeatureSealer
}

/** Seals values that a browser carries, so that it can neither read nor change them. */
export interface FeatureSealer {
  /** @param maxAge - In seconds. */
  seal(payload: Record<string, unknown>, maxAge: number): Promise<string>
  /** What was sealed; `null` for a value that has expired or was not sealed here. */
  open(sealed: string): Awaitable<Record<string, unknown> | null>
}

/** The application at one origin. */
export interface FeatureSite {
  /** The application. */
  readonly app: FeatureApp
  /** The host name, without port. */
  readonly hostname: string
  /** Whether cookies have the attribute `Secure`. */
  readonly secure: boolean
}

/** The cookies of a request. */
export interface FeatureCookies {
  /** Returns the value of a cookie. */
  get(name: string): string | undefined
}

/** A request, and the cookies of its response. */
export interface FeatureExchange {
  /** The request. */
  readonly request: Request
  /** Such as `https://example.com`. */
  readonly origin: string
  /** Parameters of the URL. Read one with `textParam`. */
  readonly query: Readonly<Record<string, unknown>>
  /** Fields of the form or the JSON object that was sent. */
  readonly body: Readonly<Record<string, unknown>>
  /** The cookies of the request. */
  readonly cookies: FeatureCookies
  /** The site. */
  readonly site: { readonly secure: boolean }
}

/** What a route works with. */
export interface FeatureContext {
  /** The application. */
  readonly app: FeatureApp
  /** The request. */
  readonly exchange: FeatureExchange
  /** The second segment of the path, for a route that has one. */
  readonly providerId: string | undefined
}

/** The result of a route, from which the core makes the response. Made by `json`, `redirect` and `nothing`. */
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

/** How users sign in with a provider that carries the feature. */
export interface FeatureFlow {
  /** The methods that `/callback/:provider` accepts. */
  readonly callbackMethods: readonly ('GET' | 'POST')[]
  /** Handles the callback of a provider. */
  callback(provider: Provider, context: FeatureContext): Promise<FeatureResult>
  /** How the sign-in page offers the provider; `undefined` if it cannot. */
  signInMethod?(
    provider: Provider,
    page: { readonly app: FeatureApp; readonly origin: string },
  ): SignInMethod | undefined
}

/** The user whom a flow has identified. */
export interface FeatureIdentity {
  /** The id of the provider. */
  readonly provider: string
  /** The user, as the provider describes them. */
  readonly user: IdentifiedUser
  /** The account. */
  readonly account: Account
  /** What identifies the user among those that are stored, such as an account. Default: nothing, and no user is stored. */
  readonly claim?: Claim
  /** The e-mail address in lower case, if the user has proven that it is theirs. Default: `null`. */
  readonly verifiedEmail?: string | null
}

/** The rest of a pending login. Plain data, passed to `login` unchanged. */
export interface FeatureLoginOptions {
  /** The hooks that have already admitted the login. */
  readonly admittedBy?: readonly Admission[]
  /** The redirect target. */
  readonly callbackUrl?: string | undefined
}

/** A login whose session has not started. To finish it later, seal or store it, and pass both members to `login`. */
export interface FeaturePendingLogin {
  /** The identified user. */
  readonly identity: FeatureIdentity
  /** The stored user. */
  readonly user: IdentifiedUser
  /** Whether this is a sign-in, a sign-up, or linking an account. */
  readonly intent: SignInIntent
  /** Options for `login`. */
  readonly options: FeatureLoginOptions
}

/** Takes part in each login. */
export interface FeatureLoginHook {
  /**
   * Decides whether a login goes on, before its session starts. A new user is stored already; otherwise nothing is. If it throws, the login is
   * refused. If it throws or redirects, a new user is removed again.
   */
  admit?(login: FeaturePendingLogin, app: FeatureApp, exchange: FeatureExchange): Awaitable<LoginAdmission>
  /** Called once the session has started. If it throws, the session is discarded, and what was stored is undone. */
  after?(
    login: { readonly identity: FeatureIdentity },
    app: FeatureApp,
    exchange: FeatureExchange,
  ): Promise<void>
}

/** Takes part in each sign-out. */
export interface FeatureSignOutHook {
  /** Called once the session has ended. What fails is logged. */
  after?(exchange: FeatureExchange): Promise<void>
}

/** A session that has not ended. */
export interface FeatureSession {
  /** The id of the user. */
  readonly userId: string
  /** The session strategy. */
  readonly strategy: 'jwt' | 'database'
  /** With strategy `'jwt'`. */
  readonly claims?: Readonly<Record<string, unknown>>
}

/** A rule about sessions. Rules run by phase, and those of one phase by name. */
export type FeatureSessionRule = FeatureFindRule | FeatureShowRule

/** Members of every rule. */
export interface FeatureCommonRule {
  /** The name of the rule. */
  readonly name: string
  /** Returns when a session that is about to begin must end at the latest, in whole seconds since 1970. */
  begin?(login: {
    readonly identity: FeatureIdentity
    readonly user: IdentifiedUser
    readonly isNewUser: boolean
  }): Awaitable<SessionFields>
  /**
   * Runs around the insert of a session, and must call `create`. If it throws, the sign-in fails, and a session that was inserted is
   * removed.
   */
  around?(session: NewSession, create: () => Promise<void>): Promise<void>
}

/** A rule about which sessions are valid. */
export interface FeatureFindRule extends FeatureCommonRule {
  /** `'find'`. */
  readonly phase: 'find'
  /** Called each time the session of a request is looked up. A session that ends here is revoked. */
  admit?(session: FeatureSession, exchange: { readonly cookies: FeatureCookies }): Awaitable<'keep' | 'end'>
}

/** A rule about what a session holds. */
export interface FeatureShowRule extends FeatureCommonRule {
  /** `'show'`. */
  readonly phase: 'show'
  /** Called before a session is shown to the application. New claims, with strategy `'jwt'`, are stored. */
  admit?(session: FeatureSession): Awaitable<'keep' | 'end' | { readonly claims: Record<string, unknown> }>
}

/** What a section of the account page is made of. */
export interface AccountContext {
  /** The application. */
  readonly app: FeatureApp
  /** The request. */
  readonly exchange: FeatureExchange
  /** The id of the signed-in user. */
  readonly userId: string
}

/** Opens the configuration for a method, at first use. */
export interface FeatureCall {
  /** Returns the application. */
  app(request?: Request): Promise<FeatureApp>
  /** A request to the application, such as one whose user is signed in. Cookies that are set on it are not sent. */
  open(request: Request): Promise<Pick<FeatureContext, 'app' | 'exchange'>>
}

/** The methods of a feature, by name. */
// biome-ignore lint/suspicious/noExplicitAny: each method declares the types of its arguments.
export type FeatureApi = Readonly<Record<string, (call: FeatureCall, ...args: any[]) => unknown>>

/** A part of Authwright. A provider carries it under the key `'~feature'`; others are passed to `.use()`. */
export interface Feature<Api extends object = {}> {
  /** Unique in a configuration. */
  readonly name: string
  /** The version of this interface. */
  readonly version: 1
  /** Types of providers that may carry it. Default: any. */
  readonly types?: readonly ProviderType[]
  /** Routes by the first segment of their path below the base path. */
  readonly routes?: Readonly<Record<string, FeatureRoute>>
  /** The flow of the providers that carry it. Put large code behind an `import()` here. */
  readonly flow?: () => Promise<FeatureFlow>
  /** A hook that runs at each login. */
  readonly login?: FeatureLoginHook
  /** A hook that runs at each sign-out. */
  readonly signOut?: FeatureSignOutHook
  /** Creates the session rule of a site. */
  readonly sessions?: (site: FeatureSite) => FeatureSessionRule | undefined
  /** A section of the account page; `undefined` shows none. */
  readonly accountSection?: (context: AccountContext) => Awaitable<AccountSection | undefined>
  /** Called by `.build()`, with the configuration and the providers that carry the feature. */
  readonly checks?: readonly FeatureCheck[]
  /** Methods that `.use()` adds to what `.build()` returns. */
  readonly api?: Api
}

/**
 * Types a feature. A provider carries it under the key `'~feature'`. Pass a feature that no provider carries to `.use(feature)`.
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
export function defineFeature(feature: Feature): Feature
// Two signatures, because a default of `Api` would leave the first parameter of a method without a type.
export function defineFeature(feature: Feature): Feature {
  return feature
}

/**
 * Signs the user in whom a flow has identified, and returns where the browser goes. Nothing else starts a session.
 *
 * @param to - `redirectTo` is a path or URL of the application. Default: where the browser was to go before the login was pending, or else its
 * first page. `pending` has the options of a login that is finished now.
 * @throws AuthError if the identity has no id of a user or an account.
 */
export async function login(
  identity: FeatureIdentity,
  context: Pick<FeatureContext, 'app' | 'exchange'>,
  to: { readonly redirectTo?: string | undefined; readonly pending?: FeatureLoginOptions } = {},
): Promise<string> {
  const { app, exchange } = internal(context)
  const defaults: Pick<Identity, 'claim' | 'verifiedEmail'> = { claim: { kind: 'none' }, verifiedEmail: null }
  const complete: Identity = withDefaults(defaults, identity)
  requireIds(complete)
  const { origin } = exchange
  const redirectTo = to.redirectTo ?? to.pending?.callbackUrl
  const callbackUrl = safeRedirect(redirectTo, origin, app.mount.prefix)
  const options = { linkTo: undefined, ...to.pending, callbackUrl }
  const outcome = await logIn(complete, options, app, exchange)
  return destination(outcome, callbackUrl ?? origin + app.home, app, exchange)
}

/** A missing id would be the same for all users. */
function requireIds({ provider, user, claim }: Identity): void {
  const ids: unknown[] = [user.id, 'link' in claim ? claim.link.providerAccountId : user.id]
  if (ids.every((id) => typeof id === 'string' && id !== '' && !isMissingId(id))) return
  throw new AuthError(
    `A login with '${provider}' has no id. Pass \`login\` a string as \`user.id\`, and as \`providerAccountId\` of the account.`,
  )
}

/** The session of a request, or `null`. */
export async function currentSession(exchange: FeatureExchange): Promise<FeatureSession | null> {
  return (exchange as Exchange).site.sessions.find(exchange as Exchange)
}

/** Throws unless the request was sent by a form of this site, with the field `csrfToken`. Each route that changes something calls it first. */
export async function requireCsrf(exchange: FeatureExchange): Promise<void> {
  await checkCsrf(exchange as Exchange)
}

/** The value of the field `csrfToken` in a form of the feature. */
export async function csrfToken(exchange: FeatureExchange): Promise<string> {
  return currentCsrfToken(exchange as Exchange)
}

/** Sets a cookie. It is `HttpOnly`, `SameSite=Lax` and, over HTTPS, `Secure`, unless the attributes say otherwise. */
export function setCookie(
  exchange: FeatureExchange,
  name: string,
  value: string,
  attributes: CookieAttributes = {},
): void {
  addCookies(exchange as Exchange, [{ name, value, options: cookieOptions(exchange, attributes) }])
}

/** Deletes a cookie that was set with the same path and domain. */
export function clearCookie(
  exchange: FeatureExchange,
  name: string,
  attributes: CookieAttributes = {},
): void {
  addCookies(exchange as Exchange, [clearedCookie(name, cookieOptions(exchange, attributes))])
}

function cookieOptions({ site }: FeatureExchange, attributes: CookieAttributes): CookieAttributes {
  return withDefaults({ path: '/', httpOnly: true, sameSite: 'lax', secure: site.secure }, attributes)
}

/** The cast from public to internal types: a context is always made by the core. */
function internal(context: object): { readonly app: App; readonly exchange: Exchange } {
  return context as { readonly app: App; readonly exchange: Exchange }
}
