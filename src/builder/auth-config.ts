import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Awaitable } from '../model/awaitable.js'
import type { OwnUser, OwnUsers, SignUpPolicy } from '../model/user.js'

import type { ProviderTokensPlace } from '../options/auth-options.js'
import type { CookiesOptions } from '../options/cookies-options.js'
import type { PagesOptions } from '../options/pages-options.js'
import type { AdapterLike } from './adapter-facts.js'
import type { JwtParams } from './callback-params.js'
import type { CommonCallbacks } from './callbacks.js'
import type { FlowOf, ObjectState, ProviderIn, StrategyFor } from './configured-state.js'
import type { Events } from './events.js'
import type { Reason } from './problem-sentences.js'
import type { FactsOf } from './provider-facts.js'
import type { CheckGivenAdapter } from './rules/check-adapter.js'
import type { NamedCallbacks, NamedEvents } from './rules/check-names.js'
import type { CheckProviders } from './rules/check-provider.js'
import type { AnyFunction, Refused } from './rules/refused.js'
import type { TenantSpec } from './spec.js'
import type { AuthState, FlowState, Target } from './state.js'
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

/**
 * A configuration as one object. `Written` names the callbacks that it has and `Heard` the events; the other
 * arguments are those of the steps. Long ones stand after short ones: a message about an unknown option prints the first dozen.
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
> extends OptionsStep<Platform, Secret, WebAuthn, Place> {
  /** The providers. Falsy entries are left out. */
  providers: CheckProviders<Providers>
  /** The database. With one, the session strategy is `'database'` unless `session` chooses another. */
  adapter?: CheckGivenAdapter<ProviderIn<Providers>, A>
  /** Users in a table of the application, in place of an adapter. Write them before `callbacks`, which are typed by what `find` and `create` return. */
  users?: OwnUsers<Own, FlowState<FlowOf<Data>>>
  session?: SessionStep<never, Chosen, Update, StrategyFor<Chosen, A>> & { [Each in Options]?: unknown }
  jwt?: JwtStep<never, Claims>
  callbacks?: ObjectCallbacks<
    ObjectState<Platform, Providers, A, Own, Chosen, Update, Claims, Data>,
    Returned,
    Seen,
    Verdict,
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
  /** Resolves the tenant of a request, where one deployment serves several. */
  tenant?: TenantStep<never>
  /** What `signIn` may be given as `state`. Default: nothing. */
  flow?: FlowStep<never, Data>
  /** Who may become a user. Default: `'open'`. */
  signUp?: SignUpStep<object, FlowOf<Data>>
}

/**
 * An object that a function returns. Its callbacks could not be typed by its providers: `Refused` names those that it has, for which
 * `.build()` is refused.
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
  Refused extends string,
  Data extends StandardSchemaV1,
  Options extends keyof SessionStep<never, unknown, never>,
> extends OptionsStep<Platform, Secret, WebAuthn, Place> {
  providers: CheckProviders<Providers>
  adapter?: CheckGivenAdapter<ProviderIn<Providers>, A>
  /** Users in a table of the application, in place of an adapter. Write them before `callbacks`, which are typed by what `find` and `create` return. */
  users?: OwnUsers<Own, FlowState<FlowOf<Data>>>
  session?: SessionStep<never, Chosen, Update, StrategyFor<Chosen, A>> & { [Each in Options]?: unknown }
  jwt?: JwtStep<never, Claims>
  callbacks?: { [Each in Refused]?: AnyFunction }
  events?: { [Each in Refused]?: AnyFunction }
  pages?: PagesOptions
  cookies?: CookiesOptions
  tenant?: TenantSpec
  /** What `signIn` may be given as `state`. Default: nothing. */
  flow?: FlowStep<never, Data>
  /** Who may become a user. Default: `'open'`. */
  signUp?: SignUpPolicy
}

/**
 * The callbacks of a configuration that is one object.
 *
 * They are one interface for both strategies, with conditions inside its members: what one callback
 * returns reaches the next only through a type that a compiler can take apart before it knows the
 * strategy, and `Callbacks`, which is a condition itself, is none.
 */
export interface ObjectCallbacks<S extends AuthState, Returned, Seen, Verdict, Session, SeenSession>
  extends CommonCallbacks<S, Verdict, Session, SeenSession> {
  /** What a session token holds. Runs at sign-in, at each `update` and each read; `null` ends the session. */
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
  /** The session as the browser may see it. Default: name, address and picture of the user. */
  session?: (params: Seen) => Awaitable<Session>
}
