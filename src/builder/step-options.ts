import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Awaitable } from '../model/awaitable.js'
import type { SignUpParams } from '../model/user.js'
import type { AuthOptions, TokenPlace } from '../options/auth-options.js'
import type { CookieAttributes, CookieOption } from '../options/cookies-options.js'
import type { ClaimsRefresh, JwtOptions, SessionOptions } from '../options/session-options.js'
import type { SessionStore } from '../stores/contract.js'
import type { NamedReason, Reason } from './problem-sentences.js'
import type {
  CheckBase,
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
> extends Omit<SessionOptions, 'strategy' | 'max' | 'cache' | 'domain' | 'refresh' | 'store'> {
  /** Default: `'jwt'`, and `'database'` once there is an adapter. */
  strategy?: CheckStrategy<Marks, Chosen>
  /**
   * The most sessions that a user has at a time, in a database. It holds where processes share a store; without one, sign-ins of a user
   * that come at the same moment to several processes can exceed it until the next one. Default: no limit.
   */
  max?: [Lives] extends ['jwt'] ? NamedReason<'optionNeedsDatabase', 'session.max'> : number
  /**
   * Seconds for which a read trusts a sealed copy of a database session in a second cookie, without a query of the database: at most 3600. A session
   * that ends meanwhile is read for so long: at once where processes share a store. Default: 0, every read queries the database.
   */
  cache?: [Lives] extends ['jwt'] ? NamedReason<'optionNeedsDatabase', 'session.cache'> : number
  /** Refreshes claims of sealed sessions that are older than `every` seconds. Default: claims change by `callbacks.jwt` alone. */
  refresh?: [Lives] extends ['database'] ? NamedReason<'optionNeedsJwt', 'session.refresh'> : ClaimsRefresh
  /**
   * Stores the sealed claims of sessions of strategy `'jwt'`, and leaves a random token in the cookie: `redisSessions({ client })` of
   * `authwright/adapters/redis-sessions`. Sessions are then listed, and end at once. Default: claims are in the cookie.
   */
  store?: [Lives] extends ['database'] ? NamedReason<'optionNeedsJwt', 'session.store'> : SessionStore
  /**
   * The domain whose subdomains share a session, such as `example.com`. It holds at hosts of the domain; others, such as `localhost`, keep
   * a cookie of the host. Every server of every subdomain receives the cookie. Default: the cookie is one of the host.
   */
  domain?: `${Lowercase<string>}.${Lowercase<string>}` | Reason<'sessionDomain'>
  /** Checks what `update` is given; what does not match is refused. Default: nothing is checked. */
  update?: CheckUpdate<Marks, Update>
}

/** What `.jwt()` is given. */
export interface JwtStep<Marks extends Mark, Claims extends StandardSchemaV1>
  extends Omit<JwtOptions, 'claims'> {
  /** What a session token must hold; a stored token that does not match is not a session. */
  claims?: CheckClaims<Marks, Claims>
}

/*
 * A path is typed in place, as a path or the sentence that says what one is: a message would print the name of an alias.
 */

/** What `.pages()` is given: paths of the application, in place of built-in pages. */
export interface PagesStep {
  signIn?: `/${string}` | NamedReason<'relativePath', 'pages.signIn'>
  signOut?: `/${string}` | NamedReason<'relativePath', 'pages.signOut'>
  /** Receives `?error=<type>`. */
  error?: `/${string}` | NamedReason<'relativePath', 'pages.error'>
  verifyRequest?: `/${string}` | NamedReason<'relativePath', 'pages.verifyRequest'>
  /** Sessions, accounts and passkeys of the signed-in user. `false` turns the page off, and the forms that it posts. */
  account?: `/${string}` | false | NamedReason<'relativePath', 'pages.account'>
  /** The application's page to create an account on; the built-in sign-in page has a link to it. */
  signUp?: `/${string}` | NamedReason<'relativePath', 'pages.signUp'>
  /** Terms of use; the built-in sign-in page has a link to them. */
  terms?: `/${string}` | NamedReason<'relativePath', 'pages.terms'>
  /** What is done with data; the built-in sign-in page has a link to it. */
  privacy?: `/${string}` | NamedReason<'relativePath', 'pages.privacy'>
  /** Where a user goes after the first sign-in. */
  newUser?: `/${string}` | NamedReason<'relativePath', 'pages.newUser'>
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
  Place extends TokenPlace,
> extends Omit<AuthOptions, 'secret' | 'basePath' | 'experimental' | 'tokens'> {
  /**
   * Seals tokens and signs cookies: at least 32 random characters. With several, the first is used for
   * what is new and each for what was sealed before. Default: the environment variable `AUTH_SECRET`.
   */
  secret?: CheckSecret<Secret> | undefined
  /** The path of the routes. Default: `/auth`, and `/api/auth` with Next.js. */
  basePath?: `/${string}` | NamedReason<'relativePath', 'basePath'>
  /** The path of the routes with SolidStart. Default: `/api/auth`. */
  prefix?: Platform extends 'solid-start'
    ? `/${string}` | NamedReason<'relativePath', 'prefix'>
    : Reason<'prefixNeedsSolidStart'>
  /**
   * Where an application of SolidStart is when it is not at the top: `import.meta.env.SERVER_BASE_URL` in SolidStart 1, and
   * `import.meta.env.BASE_URL` in SolidStart 2. Paths of the configuration are below it. Default: the top.
   */
  base?: CheckBase<Platform>
  experimental?: { enableWebAuthn?: WebAuthn }
  /**
   * How access, refresh and ID tokens are stored with an account: `'sealed'`, encrypted with a key of the `secret`, or `'plain'`, as other
   * libraries store and read them. Each reads what the other stored. `'cookie'` keeps those of the session in a sealed cookie where there is no
   * adapter, so that `auth.tokens` can read them; with an adapter it is `'sealed'`. Default: `'sealed'`, and `'plain'` with `compat`.
   */
  tokens?: Place
}
