import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Awaitable } from '../model/awaitable.js'
import type { SignUpParams } from '../model/user.js'
import type { AuthOptions, ProviderTokensPlace } from '../options/auth-options.js'
import type { CookieAttributes, CookieOption } from '../options/cookies-options.js'
import type { PagesOptions } from '../options/pages-options.js'
import type { ClaimsRefresh, JwtOptions, MaxSessions, SessionOptions } from '../options/session-options.js'
import type { SessionStore } from '../stores/contract.js'
import type { FlowState, Mark, Target } from './auth-state.js'
import type { NamedReason, Reason } from './problem-sentences.js'
import type {
  CheckAppBasePath,
  CheckClaims,
  CheckSecret,
  CheckStrategy,
  CheckUpdate,
} from './type-rules/check-options.js'

/** Options of `.session()`. TypeScript prints the last type parameter for a value that is not an object. */
export interface SessionStep<
  Marks extends Mark,
  Chosen,
  Update extends StandardSchemaV1,
  Resolved = Chosen,
  _Hint extends string = "Write { strategy: 'jwt' }",
> extends SessionOptions<SessionStepTypes<Marks, Chosen, Resolved>> {
  /** Schema of the argument of `update`. Values that do not match it are rejected. Default: no validation. */
  update?: CheckUpdate<Marks, Update>
}

interface SessionStepTypes<Marks extends Mark, Chosen, Resolved> {
  strategy: CheckStrategy<Marks, Chosen>
  maxSessions: [Resolved] extends ['jwt']
    ? NamedReason<'optionNeedsDatabase', 'session.maxSessions'>
    : MaxSessions
  cookieCache: [Resolved] extends ['jwt'] ? NamedReason<'optionNeedsDatabase', 'session.cookieCache'> : number
  refresh: [Resolved] extends ['database'] ? NamedReason<'optionNeedsJwt', 'session.refresh'> : ClaimsRefresh
  sessionStore: [Resolved] extends ['database']
    ? NamedReason<'optionNeedsJwt', 'session.sessionStore'>
    : SessionStore
  domain: `${Lowercase<string>}.${Lowercase<string>}` | Reason<'sessionDomain'> | undefined
}

/** Options of `.jwt()`. */
export interface JwtStep<Marks extends Mark, Claims extends StandardSchemaV1>
  extends JwtOptions<CheckClaims<Marks, Claims>> {}

export type PagesStep = {
  [Name in keyof PagesOptions]: PagesOptions[Name] | NamedReason<'relativePath', `pages.${Name}`>
}

export interface HostCookieAttributes extends Omit<CookieAttributes, 'domain' | 'path' | 'secure'> {
  domain?: Reason<'hostPrefixedCookie'>
  path?: '/' | Reason<'hostPrefixedCookie'>
  secure?: true | Reason<'hostPrefixedCookie'>
}

/** TypeScript prints the last type parameter for a value that is not an object. */
export interface CookieStep<Name extends string, _Hint extends string = 'Write { name, options: { … } }'>
  extends Omit<CookieOption, 'name' | 'options'> {
  name?: Name
  options?: Lowercase<Name> extends `__host-${string}` ? HostCookieAttributes : CookieAttributes
}

/** TypeScript prints the last type parameter for an unknown cookie. */
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
  /** One cookie per OAuth sign-in; the id of the sign-in is appended to the name. */
  flow?: CookieStep<Flow>
  /** The input of a rejected form, for the page that shows the form again. */
  failedForm?: CookieStep<FailedForm>
  /** The most recently requested sign-in e-mail. */
  pendingMail?: CookieStep<PendingMail>
  /** The accounts that this browser has signed in to. */
  knownBrowser?: CookieStep<KnownBrowser>
  /** The account that started the session, for a sign-out at the provider, and the ID token if the cookie has room for it. */
  providerSession?: CookieStep<ProviderSession>
  /** A running sign-out at a provider, until the browser returns. */
  providerSignOut?: CookieStep<ProviderSignOut>
  /** One cookie per WebAuthn ceremony; the first characters of its challenge are appended to the name. */
  webauthnChallenge?: CookieStep<WebAuthnChallenge>
}

/** The argument of `.tenant()`, or the reason why it cannot be called again. */
export type TenantStep<Marks extends Mark> = 'tenant' extends Marks
  ? Reason<'secondTenant'>
  : false | ((request: Request) => Awaitable<string>)

export type SignUpStep<A, Flow> = A extends undefined
  ? Reason<'signUpNeedsAdapter'>
  : 'open' | 'closed' | ((params: SignUpParams & FlowState<Flow>) => Awaitable<boolean | string>)

export interface FlowStep<Marks extends Mark, Data> {
  /** A Standard Schema of the option `state` of `signIn`: up to 1,000 bytes of JSON. */
  data: 'callbacks' extends Marks ? Reason<'flowAfterCallbacks'> : Data
}

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
  /** Alias of `basePath` for SolidStart. */
  prefix?: Platform extends 'solid-start'
    ? `/${string}` | NamedReason<'relativePath', 'prefix'> | undefined
    : Reason<'prefixNeedsSolidStart'>
  /**
   * The path at which SolidStart serves the application: `import.meta.env.SERVER_BASE_URL` in SolidStart 1, `import.meta.env.BASE_URL` in
   * SolidStart 2. Paths of the configuration are below it. Default: `/`.
   */
  appBasePath?: CheckAppBasePath<Platform>
}
