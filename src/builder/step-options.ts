import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Awaitable } from '../model/awaitable.js'
import type { SignUpParams } from '../model/user.js'
import type { AuthOptions, ProviderTokensPlace } from '../options/auth-options.js'
import type { CookieAttributes, CookieOption } from '../options/cookies-options.js'
import type { PagesOptions } from '../options/pages-options.js'
import type { ClaimsRefresh, JwtOptions, MaxSessions, SessionOptions } from '../options/session-options.js'
import type { SessionStore } from '../stores/contract.js'
import type { NamedReason, Reason } from './problem-sentences.js'
import type {
  CheckAppBasePath,
  CheckClaims,
  CheckSecret,
  CheckStrategy,
  CheckUpdate,
} from './rules/check-options.js'
import type { FlowState, Mark, Target } from './state.js'

/**
 * What `.session()` is given. `Lives` is where sessions live as far as the step can tell; what a later step decides, `.build()` compares
 * with the options. A compiler prints the last type parameter where it is given something else.
 */
export interface SessionStep<
  Marks extends Mark,
  Chosen,
  Update extends StandardSchemaV1,
  Lives = Chosen,
  _Hint extends string = "Write { strategy: 'jwt' }",
> extends SessionOptions<SessionStepTypes<Marks, Chosen, Lives>> {
  /** Checks what `update` is given; what does not match is refused. Default: nothing is checked. */
  update?: CheckUpdate<Marks, Update>
}

/** The types of the options that depend on other steps: what they take, or why they cannot be given. */
interface SessionStepTypes<Marks extends Mark, Chosen, Lives> {
  strategy: CheckStrategy<Marks, Chosen>
  maxSessions: [Lives] extends ['jwt']
    ? NamedReason<'optionNeedsDatabase', 'session.maxSessions'>
    : MaxSessions
  cookieCache: [Lives] extends ['jwt'] ? NamedReason<'optionNeedsDatabase', 'session.cookieCache'> : number
  refresh: [Lives] extends ['database'] ? NamedReason<'optionNeedsJwt', 'session.refresh'> : ClaimsRefresh
  sessionStore: [Lives] extends ['database']
    ? NamedReason<'optionNeedsJwt', 'session.sessionStore'>
    : SessionStore
  domain: `${Lowercase<string>}.${Lowercase<string>}` | Reason<'sessionDomain'>
}

/** What `.jwt()` is given. */
export interface JwtStep<Marks extends Mark, Claims extends StandardSchemaV1>
  extends JwtOptions<CheckClaims<Marks, Claims>> {}

/** What `.pages()` is given: paths of the application, in place of built-in pages. */
export type PagesStep = {
  [Name in keyof PagesOptions]: PagesOptions[Name] | NamedReason<'relativePath', `pages.${Name}`>
}

/** The attributes of a cookie whose name starts with `__Host-`. */
export interface HostCookieAttributes extends Omit<CookieAttributes, 'domain' | 'path' | 'secure'> {
  domain?: Reason<'hostPrefixedCookie'>
  path?: '/' | Reason<'hostPrefixedCookie'>
  secure?: true | Reason<'hostPrefixedCookie'>
}

/** A cookie's name, and attributes that fit the name. A compiler prints the last type parameter where it is given something else. */
export interface CookieStep<Name extends string, _Hint extends string = 'Write { name, options: { … } }'>
  extends Omit<CookieOption, 'name' | 'options'> {
  name?: Name
  options?: Name extends `__Host-${string}` ? HostCookieAttributes : CookieAttributes
}

/**
 * What `.cookies()` is given; what is not given keeps its default. A compiler prints the last type parameter where there is no cookie of a
 * name.
 */
export interface CookiesStep<
  SessionToken extends string,
  CsrfToken extends string,
  Flow extends string,
  FailedForm extends string,
  PendingMail extends string,
  KnownBrowser extends string,
  ProviderSession extends string,
  ProviderSignOut extends string,
  WebAuthnChallenge extends string,
  _Hint extends
    string = 'Name sessionToken, csrfToken or, for state, nonce and code verifier of a sign-in, flow',
> {
  sessionToken?: CookieStep<SessionToken>
  csrfToken?: CookieStep<CsrfToken>
  /** One cookie per sign-in flow; the flow's id is added to the name. */
  flow?: CookieStep<Flow>
  /** What was typed into a form that was refused, for the page that shows it again. */
  failedForm?: CookieStep<FailedForm>
  /** Of the most recently requested mail with a sign-in link; by it, one click or the mail's code signs in. */
  pendingMail?: CookieStep<PendingMail>
  /** Identifies the accounts that a browser has signed in to, so that guesses of others do not lock it out. */
  knownBrowser?: CookieStep<KnownBrowser>
  /** Names the account that a session was started with, and holds its ID token where no adapter does, for a sign-out at the provider. */
  providerSession?: CookieStep<ProviderSession>
  /** A sign-out at a provider, until the browser comes back. */
  providerSignOut?: CookieStep<ProviderSignOut>
  /** One cookie per WebAuthn ceremony; the beginning of its challenge is added to the name. */
  webauthnChallenge?: CookieStep<WebAuthnChallenge>
}

/** What `.tenant()` is given, or that it was called before. */
export type TenantStep<Marks extends Mark> = 'tenant' extends Marks
  ? Reason<'secondTenant'>
  : false | ((request: Request) => Awaitable<string>)

/** What `.signUp()` is given, or that there is no adapter, so that no user is ever created. */
export type SignUpStep<A, Flow> = A extends undefined
  ? Reason<'signUpNeedsAdapter'>
  : 'open' | 'closed' | ((params: SignUpParams & FlowState<Flow>) => Awaitable<boolean | string>)

/** What `.flow()` is given, or that callbacks were typed without it. */
export interface FlowStep<Marks extends Mark, Data> {
  /** A Standard Schema of what `signIn` may be given as `state`: up to 1,000 bytes of JSON. */
  data: 'callbacks' extends Marks ? Reason<'flowAfterCallbacks'> : Data
}

/** What `.options()` takes: everything without a separate step. */
export interface OptionsStep<
  Platform extends Target,
  Secret extends string | readonly string[],
  WebAuthn extends boolean,
  Place extends ProviderTokensPlace,
> extends AuthOptions<
    CheckSecret<Secret> | undefined,
    `/${string}` | NamedReason<'relativePath', 'basePath'>,
    WebAuthn,
    Place
  > {
  /** The path of the routes with SolidStart. Default: `/api/auth`. */
  prefix?: Platform extends 'solid-start'
    ? `/${string}` | NamedReason<'relativePath', 'prefix'>
    : Reason<'prefixNeedsSolidStart'>
  /**
   * The path below which SolidStart serves the application: `import.meta.env.SERVER_BASE_URL` in SolidStart 1, and `import.meta.env.BASE_URL` in
   * SolidStart 2. Paths of the configuration are below it. Default: `/`.
   */
  appBasePath?: CheckAppBasePath<Platform>
}
