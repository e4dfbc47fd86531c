import type { AdapterAccount, AdapterUser } from '../../adapters/contract.js'
import type { AuthSpec, FeatureCheck } from '../../builder/spec.js'
import type { ErrorStatus } from '../../errors.js'
import type { Awaitable } from '../../model/awaitable.js'
import type {
  ConfirmationRefusal,
  FirstPasswordRefusal,
  LinkRefusal,
  PasswordChange,
  PasswordChangeRefusal,
  PasswordConfirmation,
  PasswordRefusal,
  PasswordRemovalRefusal,
  PasswordReset,
  PasswordResult,
  PasswordSignUp,
  SignUpRefusal,
} from '../../model/password.js'
import type { IdentifiedUser, SignInIntent } from '../../model/user.js'
import type { AuthOptions } from '../../options/auth-options.js'
import type { CredentialFields } from '../../providers/kinds/credentials.js'
import type { Fetch } from '../../providers/kinds/custom-fetch.js'
import type { OpenLocalServer, ServedProvider } from '../../providers/kinds/local-server.js'
import type { Provider } from '../../providers/kinds/provider.js'
import type { ProviderType } from '../../providers/kinds/provider-type.js'
import type { SessionStore, Store } from '../../stores/contract.js'
import type { AccountSection } from './account-section.js'
import type { Environment } from './config/environment.js'
import type { Hooks } from './config/events.js'
import type { Log, LoggedCause } from './config/logger.js'
import type { Mount, Paths } from './config/mount.js'
import type { Settings } from './config/settings.js'
import type { NamingMac } from './crypto/mac.js'
import type { Sealer, SealerUse, TokenFormatOptions } from './crypto/sealer.js'
import type { CookiePolicy } from './http/cookie-policy.js'
import type { CookieExchange } from './http/cookies.js'
import type { Csrf } from './http/csrf-tokens.js'
import type { Outgoing } from './http/fetch.js'
import type { Incoming } from './http/incoming.js'
import type { HostTrust, RequestOrigin } from './http/origin.js'
import type { Params } from './http/params.js'
import type { PageResult, RouteResult } from './http/result.js'
import type { Decision, Stored } from './login/decision.js'
import type { Identity } from './login/identity.js'
import type { Linking } from './login/linking-flow.js'
import type { FailureMemory } from './routes/failure-details.js'
import type { ProviderLogout } from './sessions/provider-logout.js'
import type { Revocations } from './sessions/revocations.js'
import type { SessionRule } from './sessions/session-rule.js'
import type { Extension, LiveSession, SessionStrategy } from './sessions/session-strategy.js'
import type { SignInMethod } from './sign-in-method.js'
import type { GuardStore } from './storage/guarded-store.js'
import type { Persistence } from './storage/persistence.js'

/*
 * The four lifetimes, and features, which add to them. A process has a `Host`, a configuration with its tenant an `App`, an origin of the
 * application a `Site`, and a request an `Exchange`.
 */

/** Values that live as long as their owner. `get(make)` calls `make` once and returns the same value afterwards. */
export interface Owner<Self> {
  get<Part>(make: (owner: Self) => Part): Part
}

/** The process: the parts that all configurations of one `createAuth` share. */
export interface Host extends Owner<Host>, FailureMemory {
  readonly clock: () => number
  /** Moves the clock and that of the default store forward, and returns the time. Only for tests. */
  moveTime(milliseconds: number): number
  readonly fetch: Fetch | undefined
  /** Default store, in the memory of the process. */
  readonly store: Store
  readonly guardStore: GuardStore
  readonly mount: Mount
  /** Features that options turn on. */
  readonly standard: readonly Feature[]
  /** Whether the configuration is a function of the request. */
  readonly isLazy: boolean
  /** The hosts that are trusted before a lazy configuration is known: the option of the builder outside of the function. */
  readonly trustHost: AuthOptions['trustHost']
  /** Codes of warnings that were logged. */
  readonly warned: Set<string>
  /** Outages that were logged. */
  readonly loggedCauses: Map<string, LoggedCause>
  /** The environment variables. They are read again until the first app is created, which keeps them. */
  environment(): Environment
  keepEnvironment(environment: Environment): void
}

/** A configuration and its tenant. */
export interface App extends Owner<App>, Settings, Paths, Hooks, Log, Outgoing, Persistence {
  readonly host: Host
  readonly environment: Environment
  readonly features: readonly Feature[]
  /** The code of the features that every request needs. */
  readonly loaded: readonly LoadedFeature[]
  readonly tenant: string | undefined
  readonly trustHost: HostTrust
  readonly revocations: Revocations
  /** Sessions that end with the one at their provider. */
  readonly providerLogout: ProviderLogout
  /** The store of the option `session.sessionStore`, which contains the claims instead of cookies. */
  readonly storedClaims: SessionStore | undefined
  readonly users: UserStore
  /** A sealer, by default with the secrets of the app. The process derives its keys once. */
  sealer(options: SealerUse): Sealer
  /** The MAC of a purpose, with the secrets of the app. The process derives its keys once. */
  mac(purpose: string): NamingMac
  /** The same for what all tenants share, such as entries of `commonStore`. */
  commonMac(purpose: string): NamingMac
  localServer(provider: ServedProvider): OpenLocalServer | undefined
  originOf(request: Incoming): RequestOrigin
  siteOf(at: RequestOrigin): Site
  /** The flow of a provider. Throws `InvalidProvider` for a provider without one. */
  flowOf(provider: Provider): Promise<ProviderFlow>
  /** The built-in pages. */
  pages(): Promise<Pages>
  /** Notifies features that the tokens of these accounts are no longer stored. Failures are logged; it never rejects. */
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
  /** The rules of features about sessions, in their order. */
  readonly rules: readonly SessionRule[]
  readonly sessions: SessionStrategy
  /**
   * Called when a session was started or read. A site without sessions does nothing in the store: where many hosts are trusted, a client without
   * a session could name any number.
   */
  hasSessions(): void
}

/** The parts of a site that exist before its sessions. */
export type SiteParts = Omit<Site, 'sessions' | 'hasSessions' | 'get'>

/** The parts of a site that exist before its session rules. */
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
  readonly body: Params
  /** When this request extends a session that lives in its cookie. */
  readonly extension: Extension
  /** Where to redirect after the sign-in, once that is known to be allowed. Error pages link to it. */
  callbackUrl: string | undefined
  /** Whether the flow of this callback was used, so that the same callback cannot be sent again. */
  isFlowUsed?: boolean
}

/** What a route works with. `providerId` is the second segment of its path. */
export interface RouteContext {
  readonly app: App
  readonly exchange: Exchange
  readonly providerId: string | undefined
}

/** One method of a route. */
export type RouteHandler = (context: RouteContext) => Promise<RouteResult>

/** A path below the base path, such as `/auth/session`, or `/auth/callback/github` with the id of a provider. */
export interface Route {
  readonly provider: 'none' | 'optional' | 'required'
  readonly GET?: RouteHandler
  readonly POST?: RouteHandler
}

/** The routes of a configuration, by the first segment of their path. */
export type Routes = Readonly<Record<string, Route>>

/** The route of a request. */
export interface MatchedRoute {
  /** First segment of its path below the base path. */
  readonly name: string
  readonly providerId: string | undefined
  readonly route: Route
}

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

/** A sign-in that a form starts. */
export interface StartRequest {
  /** Where to go afterwards. Validated. */
  readonly callbackUrl: string
  /** What the sign-in was started with, as `.flow({ data })` returned it. */
  readonly data: unknown
}

/** A sign-in that the application starts by a call. */
export interface SignInRequest {
  /** Where to go afterwards. Validated. */
  readonly callbackUrl: string
  readonly fields: Readonly<Record<string, unknown>>
  /** Parameters for an authorization endpoint. */
  readonly params: URLSearchParams
}

/** How users sign in with the providers of a type. */
export interface ProviderFlow {
  /** The methods that `/callback/:provider` accepts. */
  readonly callbackMethods: readonly ('GET' | 'POST')[]
  callback(provider: Provider, context: RouteContext): Promise<RouteResult>
  /** Starts a sign-in by `POST /signin/:provider`. Default: the sign-in page. */
  start?(provider: Provider, request: StartRequest, context: RouteContext): Promise<RouteResult>
  /** Signs in by a call on the server, and returns where to go. Default: refused. */
  signIn?(provider: Provider, request: SignInRequest, app: App, exchange: Exchange): Promise<string>
  /** How the sign-in page offers the provider; `undefined` if it cannot. */
  signInMethod?(provider: Provider, page: SignInMethodContext): SignInMethod | undefined
  /** The mail that the browser of a request has requested. */
  sentMail?(provider: Provider, context: RouteContext): Promise<SentMail>
  /**
   * Whether an e-mail address and a password are those of a stored user. Starts no session. Throws `RateLimited` after too many attempts.
   * Omitted if the form has other fields.
   */
  checkPassword?(provider: Provider): CheckPassword | undefined
  /** Sign-up, reset and change of passwords by calls on the server. */
  readonly passwords?: PasswordCalls
  /** Fields of the form, whose values a refused form shows again. */
  fields?(provider: Provider): CredentialFields | undefined
}

/** Returns the id of the user whose password it is; `undefined` for a wrong password. */
export type CheckPassword = (
  typed: { readonly address: string; readonly password: string },
  app: App,
  exchange: Exchange,
) => Promise<string | undefined>

/** Sign-up, reset and change of passwords. `callbackUrl` is where to go in the end. Validated. */
export interface PasswordCalls {
  signUp: PasswordCall<PasswordSignUp, SignUpRefusal>
  finishSignUp: PasswordCall<PasswordConfirmation, ConfirmationRefusal>
  forgot: PasswordCall<{ readonly email: string }, 'invalidAddress'>
  reset: PasswordCall<PasswordReset, LinkRefusal>
  set: PasswordCall<{ readonly password: string }, FirstPasswordRefusal>
  change: PasswordCall<PasswordChange, PasswordChangeRefusal>
  remove: PasswordCall<{ readonly current: string }, PasswordRemovalRefusal>
}

type PasswordCall<Input, Reason extends PasswordRefusal> = (
  input: Input & { readonly callbackUrl: string | undefined },
  context: { readonly provider: Provider; readonly app: App; readonly exchange: Exchange },
) => Promise<PasswordResult<Reason>>

/** A mail that was requested, whether or not it was sent. */
export interface SentMail {
  /** The recipient, if this browser requested the mail. */
  readonly address?: string | undefined
  /** Present if the mail holds a code, and this browser requested it. */
  readonly codeForm?: CodeForm | undefined
}

/** The form for the code of a mail. */
export interface CodeForm {
  readonly csrfToken: string
  readonly providerId: string
  /** URL that the form is sent to. */
  readonly action: string
  /** URL that the browser is redirected to after the sign-in, if it is known. */
  readonly callbackUrl?: string | undefined
}

/** Takes part in each login. */
export interface LoginHook {
  /**
   * Decides whether a login goes on, before its session starts. A new user is stored already. For a known user, a link or the first proof
   * of an address, nothing is stored. If it throws or redirects, a new user is removed again.
   */
  admit?(login: PendingLogin, app: App, exchange: Exchange): Awaitable<LoginAdmission>
  /**
   * Called once the session has started. If it throws, the session is discarded, and what was stored is undone; with `AccountNotLinked` or
   * `Verification`, which say that another request has the user, it stays.
   *
   * @param login - `session` names the session as `SessionStrategy.start` returned it, `continued` the one that it continues.
   */
  after?(login: FinishedLogin, app: App, exchange: Exchange): Promise<void>
}

/**
 * A login whose session has not started. A feature that keeps it pending seals or stores `identity` and `options`, and finishes it by calling
 * `login(identity, options, app, exchange)` in a later request. That decides anew whose the account is, and asks all other features.
 */
export interface PendingLogin {
  readonly identity: Identity
  readonly user: IdentifiedUser
  readonly intent: SignInIntent
  readonly options: LoginOptions
}

/** Options of a login from the flow that led to it. Plain data, so that a feature can store it. */
export interface LoginOptions {
  /** The session to which the account is to be added. Without it, the login replaces any session. */
  readonly linkTo: Linking | undefined
  /** The last end of sign-ins when the flow began, as `lastEnding` returned it. A login that was ended since is refused. */
  readonly lastEnding?: number
  /** When the login was first kept pending, in milliseconds since 1970. */
  readonly pendingSince?: number
  /** Whether the session ends with the browser session. Default: unless the user checked "Stay signed in" in the request. */
  readonly isBrief?: boolean
  /** Where the browser was to go. Default: as the request says. */
  readonly callbackUrl?: string | undefined
  /** The features whose `admit` was called before. */
  readonly admittedBy?: readonly Admission[]
}

/** That `admit` of a feature was called for a login. It is not called again for the same user and purpose. */
export interface Admission {
  /** The name of the feature. */
  readonly name: string
  readonly userId: string
  readonly intent: SignInIntent
}

/** Whether a login goes on. `location` is a path, or a URL of the application. */
export type LoginAdmission =
  | { readonly kind: 'continue' }
  /** Not carried out: the browser goes elsewhere. */
  | { readonly kind: 'redirect'; readonly location: string }
  /** Kept by the feature, which finishes it later. */
  | { readonly kind: 'pending'; readonly location: string }

/** A login whose session has started. */
export interface FinishedLogin {
  readonly identity: Identity
  readonly session: string
  /** Key of the session that a login was added to. */
  readonly continued: string | undefined
  readonly linkTo: Linking | undefined
  /** As in the options of the login. What is written for the user after the session has started is taken back if they were ended since. */
  readonly lastEnding: number | undefined
}

/** Takes part in each sign-out. */
export interface SignOutHook {
  /**
   * Called before the session ends.
   *
   * @param isWanted - Whether to sign out at the provider, too.
   * @returns Where the browser goes once the session has ended. Default: to the target.
   */
  before?(
    isWanted: boolean,
    app: App,
    exchange: Exchange,
  ): Promise<((target: string) => Promise<string>) | undefined>
  /** Called once the session has ended. What fails, here and in `before`, is logged. */
  after?(exchange: Exchange): Promise<void>
}

/** Where users and their accounts are stored. */
export interface UserStore {
  /**
   * Decides what a login is to write. Throws `OAuthAccountNotLinked` when the account, or its e-mail address, belongs to another user.
   *
   * @param current - The user who was signed in when the flow began, and still is.
   */
  decide(identity: Identity, current: AdapterUser | null): Promise<Decision>
  store(identity: Identity, decision: Decision, exchange: Exchange): Promise<Stored>
  /** Restores single-use records that `decide` has consumed, if the login is not carried out. */
  release(decision: Decision): Promise<void>
  /** Throws `AccountNotLinked` if the account is no longer the user's. */
  requireAttached(identity: Identity, userId: string): Promise<void>
  /** The user of a session to which a login is added; `null` if they were deleted, `undefined` if users are not stored. */
  userOf(live: LiveSession): Awaitable<AdapterUser | null | undefined>
}

/** The built-in pages. */
export interface Pages {
  signIn(view: SignInPageView, app: App, exchange: Exchange): Promise<RouteResult>
  signOut(callbackUrl: string, app: App, exchange: Exchange): Promise<RouteResult>
  /** The page of `GET /error`. */
  error(error: string | undefined, app: App, exchange: Exchange): RouteResult
  /** A response that is itself the page for an error. */
  failure(view: FailureView, app: App, exchange: Exchange): RouteResult
  /** The same where the configuration, or the request, is too broken to know the site. */
  unusable(view: UnusableView, incoming: Incoming): PageResult
}

/** How the sign-in page is shown. */
export interface SignInPageView {
  readonly callbackUrl: string
  readonly error: string | undefined
  readonly status: 200 | ErrorStatus
  /** Whether it is the second page, for the e-mail address that was typed on the first. */
  readonly isContinued?: boolean
  /** The form that was refused, where the page is the response to it. */
  readonly failed?:
    | { readonly providerId: string; readonly typed: Readonly<Record<string, string>> }
    | undefined
}

/** A page that shows an error. */
export interface FailureView {
  readonly status: number
  /** Type of the error, as the query parameter `error` names it. */
  readonly error: string
  /** Where to try again. `undefined` is the URL of the request itself. */
  readonly retryUrl: string | undefined
  /** The failure, as the log names it. */
  readonly reference?: string | undefined
  /** Whether the URL of the request holds a code or a token. */
  readonly holdsToken?: boolean
}

/** A response to a request whose site is not known. */
export interface UnusableView {
  readonly status: number
  readonly error: string
  readonly options: AuthOptions
  /** The path of the application's first page. */
  readonly home: string
  readonly reference: string | undefined
  /** The log message, for developers. */
  readonly details: string | undefined
}

/** Parameters of `signInMethod`. */
export interface SignInMethodContext {
  readonly app: App
  readonly origin: string
  /** The session of the request, where there is one. */
  readonly live: LiveSession | null
}
