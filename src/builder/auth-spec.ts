import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Adapter, AdapterSession, AdapterUser } from '../adapters/contract.js'
import type { Account } from '../model/account.js'
import type { Awaitable } from '../model/awaitable.js'
import type { OwnUser, OwnUsers, Profile, SignInIntent, SignUpPolicy, User } from '../model/user.js'
import type { AuthOptions } from '../options/auth-options.js'
import type { CookiesOptions } from '../options/cookies-options.js'
import type { PagesOptions } from '../options/pages-options.js'
import type { JwtOptions, SessionOptions, Strategy } from '../options/session-options.js'
import type { Provider } from '../providers/kinds/provider.js'

/* The configuration that the builder passes to the runtime: checked, plain data without the types of the builder. */

export type TokenClaims = Record<string, unknown>

export type PublicSession = Record<string, unknown> & { expires: string }

/** The parameter of `callbacks.signIn`. */
export interface SignInContext {
  provider: string
  user: User
  account: Account
  profile?: Profile
  credentials?: unknown
  email?: { verificationRequest?: boolean }
  verifiedEmail: string | null
  intent: SignInIntent
  state?: unknown
}

export interface RedirectContext {
  url: string
  baseUrl: string
}

export interface AuthorizedContext {
  auth: PublicSession | null
  request: Request
}

export type JwtContext =
  | {
      trigger: 'signIn' | 'signUp'
      provider: string
      token: TokenClaims
      user: User
      account: Account
      profile?: Profile
      isNewUser: boolean
      state?: unknown
    }
  | { trigger: 'update'; token: TokenClaims; session: unknown }
  | { trigger: undefined; token: TokenClaims }

/** The parameter of `callbacks.session`. */
export type SessionContext =
  | { session: PublicSession; token: TokenClaims; newSession?: unknown; trigger?: 'update' }
  | { session: PublicSession; user: AdapterUser; newSession?: unknown; trigger?: 'update' }

/**
 * Each `jwt` and `session` callback receives the result of the previous one, and every `signIn` callback must return
 * `true`.
 */
export interface CallbackSpec {
  readonly signIn: readonly ((context: SignInContext) => Awaitable<boolean | string>)[]
  readonly redirect: ((context: RedirectContext) => Awaitable<string>) | undefined
  readonly jwt: readonly ((context: JwtContext) => Awaitable<TokenClaims | null>)[]
  readonly session: readonly ((context: SessionContext) => Awaitable<Record<string, unknown>>)[]
  /** Next.js only. */
  readonly authorized?: ((context: AuthorizedContext) => Awaitable<boolean | Response>) | undefined
}

/** The messages of `events`, by event name. */
export interface EventMessages {
  signIn: {
    provider: string
    user: User
    account: Account
    profile?: Profile
    isNewUser: boolean
    state?: unknown
  }
  signOut: { session: AdapterSession | null | undefined } | { token: TokenClaims | null }
  createUser: { user: AdapterUser; state?: unknown }
  updateUser: { user: AdapterUser }
  linkAccount: { provider: string; user: AdapterUser; account: Account; profile: User }
  unlinkAccount: { provider: string; providerAccountId: string; userId: string }
  removePasskey: { provider: string; id: string; userId: string }
  impersonate: { actor: AdapterUser; user: AdapterUser; state: 'started' | 'stopped' }
  backchannelLogout: {
    provider: string
    issuer: string
    sub?: string | undefined
    sid?: string | undefined
  }
  tokenRefreshFailed: { provider: string; providerAccountId: string; userId: string; error: Error }
  session:
    | { session: Record<string, unknown>; token: TokenClaims }
    | { session: Record<string, unknown>; user: AdapterUser }
}

export type EventName = keyof EventMessages

export type EventSpec = {
  readonly [Name in EventName]: readonly ((message: EventMessages[Name]) => Awaitable<void>)[]
}

/** The options of `.session()`. `update` is the schema of the data that a browser sends to `update`. */
export interface SessionSpec extends Omit<SessionOptions, 'strategy'> {
  readonly strategy: Strategy
  readonly update?: StandardSchemaV1 | undefined
}

export interface SpecOptions extends AuthOptions {
  readonly appBasePath?: string
}

export interface AuthSpec {
  readonly providers: readonly Provider[]
  readonly adapter: Adapter | undefined
  readonly users?: OwnUsers<OwnUser> | undefined
  readonly session: SessionSpec
  readonly jwt: JwtOptions
  readonly callbacks: CallbackSpec
  readonly events: EventSpec
  readonly pages: PagesOptions
  readonly cookies: CookiesOptions
  readonly options: SpecOptions
  readonly tenant?: TenantSpec | undefined
  /** Default: `'open'`. */
  readonly signUp?: SignUpPolicy | undefined
  readonly flow?: FlowSpec | undefined
  readonly features: readonly SpecFeature[]
}

export interface SpecFeature {
  readonly name: string
  readonly version: 1
  readonly checks?: readonly FeatureCheck[]
  readonly api?: Readonly<Record<string, AnyApiMethod | Readonly<Record<string, AnyApiMethod>>>>
}

/** A method that a feature adds to the instance. The runtime passes the first argument, the application all others. */
export type AnyApiMethod = (call: never, ...args: never[]) => unknown

/** A problem that a feature finds in a configuration. */
export interface FeatureProblem {
  /** The code of the rule within the feature, such as `'noPasses'`. */
  readonly code: string
  /** The problem and its solution. */
  readonly sentence: string
}

/** A check of a feature. `carriers` are the providers that have the feature. */
export type FeatureCheck = (spec: CheckedSpec, carriers: readonly Provider[]) => readonly FeatureProblem[]

/** The part of a configuration that checks of features receive. */
export interface CheckedSpec {
  /** The configured providers, in the order in which they were added. */
  readonly providers: readonly Provider[]
  /** The configured adapter, or `undefined` without one. */
  readonly adapter: Adapter | undefined
  /** The options of `.session()`. `strategy` always has a value. */
  readonly session: Omit<SessionOptions, 'strategy'> & { readonly strategy: Strategy }
  /** The options of `.options()`, such as `store` and `limits`. */
  readonly options: AuthOptions
}

export interface FlowSpec {
  readonly data: StandardSchemaV1
}

/** `false` if the configuration is a function of the request, but all requests belong to one tenant. */
export type TenantSpec = ((request: Request) => Awaitable<string>) | false

export interface LazySpec {
  /** The features that were added outside of the function. Only their methods are added to the instance. */
  readonly features: readonly SpecFeature[]
  readonly trustHost?: AuthOptions['trustHost']
  resolve(request: Request | undefined): Awaitable<AuthSpec>
}
