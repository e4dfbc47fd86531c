import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Awaitable } from '../model/awaitable.js'
import type { OwnUser, OwnUsers, SignUpPolicy } from '../model/user.js'
import type { ProviderTokensPlace } from '../options/auth-options.js'
import type { CookiesOptions } from '../options/cookies-options.js'
import type { PagesOptions } from '../options/pages-options.js'
import type { AdapterLike } from './adapter-types.js'
import type { TenantSpec } from './auth-spec.js'
import type { AuthState, FlowState, Target } from './auth-state.js'
import type { JwtParams } from './callback-params.js'
import type { AuthorizedCallback, CommonCallbacks } from './callback-types.js'
import type { FlowOf, ObjectState, ProviderIn } from './configured-state.js'
import type { StrategyFor } from './default-strategy.js'
import type { Events } from './event-types.js'
import type { Reason } from './problem-sentences.js'
import type { FactsOf } from './provider-facts.js'
import type {
  CookiesStep,
  FlowStep,
  JwtStep,
  OptionsStep,
  PagesStep,
  SessionStep,
  SignUpStep,
  TenantStep,
} from './step-options.js'
import type { CheckGivenAdapter } from './type-rules/check-adapter.js'
import type { NamedCallbacks, NamedEvents } from './type-rules/check-names.js'
import type { CheckProviders } from './type-rules/check-provider.js'
import type { AnyFunction, Refused } from './type-rules/error-message-types.js'

/**
 * A configuration as one object. `Written` and `Heard` are the names of its callbacks and event listeners. The
 * other type parameters are those of the steps.
 */
export interface AuthConfig<
  Platform extends Target,
  Providers extends readonly unknown[],
  A extends AdapterLike | undefined,
  Own extends OwnUser,
  Chosen,
  Update extends StandardSchemaV1,
  Claims extends StandardSchemaV1,
  Returned,
  Verdict,
  Admission,
  Written extends string,
  Heard extends string,
  Seen,
  Session,
  SeenSession,
  Secret extends string | readonly string[],
  WebAuthn extends boolean,
  Place extends ProviderTokensPlace,
  SessionToken extends string,
  CsrfToken extends string,
  Flow extends string,
  FailedForm extends string,
  PendingMail extends string,
  KnownBrowser extends string,
  ProviderSession extends string,
  ProviderSignOut extends string,
  WebAuthnChallenge extends string,
  Data extends StandardSchemaV1,
  Options extends keyof SessionStep<never, unknown, never>,
  JwtNames extends keyof JwtStep<never, never>,
  Tenant extends TenantStep<never>,
> extends OptionsStep<Platform, Secret, WebAuthn, Place> {
  /** The providers. Falsy entries are left out. */
  providers: CheckProviders<Providers>
  /** The database adapter. The session strategy is then `'database'`, unless `session` sets another. */
  adapter?: CheckGivenAdapter<ProviderIn<Providers>, A>
  /** Users in a table of the application. Write `users` before `callbacks`, whose parameters depend on it. */
  users?: OwnUsers<Own, FlowState<FlowOf<Data>>>
  session?: SessionStep<never, Chosen, Update, StrategyFor<Chosen, A>> & { [Each in Options]?: unknown }
  jwt?: JwtStep<never, Claims> & { [Each in JwtNames]?: unknown }
  callbacks?: ObjectCallbacks<
    ObjectState<Platform, Providers, A, Own, Chosen, Update, Claims, Data>,
    Returned,
    Seen,
    Verdict,
    Session
  > &
    AuthorizedCallback<
      ObjectState<Platform, Providers, A, Own, Chosen, Update, Claims, Data>,
      Admission,
      Session,
      SeenSession
    > & { [Each in Written]?: unknown } & NamedCallbacks<Written, Returned, Verdict>
  events?: Events<ObjectState<Platform, Providers, A, Own, Chosen, Update, Claims, Data>> & {
    [Each in Heard]?: unknown
  } & NamedEvents<Heard>
  pages?: PagesStep
  cookies?: CookiesStep<
    SessionToken,
    CsrfToken,
    Flow,
    FailedForm,
    PendingMail,
    KnownBrowser,
    ProviderSession,
    ProviderSignOut,
    WebAuthnChallenge
  >
  /** Identifies the tenant of a request, if one deployment serves several. */
  tenant?: Tenant
  /** The type of the option `state` of `signIn`. */
  flow?: FlowStep<never, Data>
  /** The sign-up policy. Default: `'open'`. */
  signUp?: SignUpStep<object, FlowOf<Data>>
}

/**
 * The object that a function passed to `createAuth()` returns. TypeScript cannot infer the types of its
 * callbacks from its providers. `RefusedNames` lists the callbacks and event listeners that make `.build()` fail.
 */
export interface LazyConfig<
  Platform extends Target,
  Providers extends readonly unknown[],
  A extends AdapterLike | undefined,
  Own extends OwnUser,
  Chosen,
  Update extends StandardSchemaV1,
  Claims extends StandardSchemaV1,
  Secret extends string | readonly string[],
  WebAuthn extends boolean,
  Place extends ProviderTokensPlace,
  RefusedNames extends string,
  Data extends StandardSchemaV1,
  Options extends keyof SessionStep<never, unknown, never>,
  JwtNames extends keyof JwtStep<never, never>,
> extends OptionsStep<Platform, Secret, WebAuthn, Place> {
  providers: CheckProviders<Providers>
  adapter?: CheckGivenAdapter<ProviderIn<Providers>, A>
  /** Users in a table of the application. */
  users?: OwnUsers<Own, FlowState<FlowOf<Data>>>
  session?: SessionStep<never, Chosen, Update, StrategyFor<Chosen, A>> & { [Each in Options]?: unknown }
  jwt?: JwtStep<never, Claims> & { [Each in JwtNames]?: unknown }
  callbacks?: { [Each in RefusedNames]?: AnyFunction }
  events?: { [Each in RefusedNames]?: AnyFunction }
  pages?: PagesOptions
  cookies?: CookiesOptions
  tenant?: TenantSpec
  /** The type of the option `state` of `signIn`. */
  flow?: FlowStep<never, Data>
  /** The sign-up policy. Default: `'open'`. */
  signUp?: SignUpPolicy
}

/**
 * One interface for both strategies. TypeScript passes the return type of one callback to the next only if it can
 * resolve the containing type before it knows the strategy. So `Callbacks` cannot be used here.
 */
export interface ObjectCallbacks<S extends AuthState, Returned, Seen, Verdict, Session>
  extends CommonCallbacks<S, Verdict> {
  /** Returns the claims of the session token. Called at sign-in, at each `update` and at each read. `null` ends the session. */
  jwt?: S['strategy'] extends 'jwt'
    ? (
        params: JwtParams<
          FactsOf<S['provider']>,
          S['adapter'],
          S['newToken'],
          S['token'],
          S['update']['output']
        > &
          FlowState<S['update']['flow']>,
      ) => Awaitable<Returned | null>
    : Refused<Reason<'jwtCallbackNeedsJwt'>>
  /** Returns the session that the browser receives. Default: name, e-mail address and picture of the user. */
  session?: (params: Seen) => Awaitable<Session>
}
