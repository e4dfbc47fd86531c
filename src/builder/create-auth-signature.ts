import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Awaitable } from '../model/awaitable.js'
import type { OwnUser } from '../model/user.js'
import type { ProviderTokensPlace } from '../options/auth-options.js'
import type { AdapterLike } from './adapter-types.js'
import type { AuthBuilder } from './auth-builder.js'
import type { AuthConfig, LazyConfig } from './auth-config.js'
import type { AuthState, InitialState, Target } from './auth-state.js'
import type { BuildResult, ConfigureInput } from './build-results.js'
import type { SessionParams } from './callback-params.js'
import type { ConfiguredState, ObjectState } from './configured-state.js'
import type { Reason } from './problem-sentences.js'
import type { BaseSession, NoReturn } from './session-types.js'
import type { JwtStep, OptionsStep, SessionStep, TenantStep } from './step-options.js'
import type { CallbackProblem } from './type-rules/check-callbacks.js'
import type { AuthConfigError } from './type-rules/error-message-types.js'

/**
 * The option names are members of type `never`, because TypeScript suggests the right name for a misspelled option only
 * if every member of the union has the option.
 */
export interface Configure<Configured, Input = Request | undefined> extends NoOptions {
  (request: Input): Awaitable<Configured>
}

type OptionName =
  | keyof OptionsStep<Target, never, never, never>
  | 'providers'
  | 'adapter'
  | 'users'
  | 'session'
  | 'jwt'
  | 'callbacks'
  | 'events'
  | 'pages'
  | 'cookies'
  | 'tenant'
  | 'signUp'
  | 'flow'

interface NoOptions extends Partial<Record<OptionName, never>> {}

/** `AdapterSeen` only helps to infer the adapter. No value has this type. */
type NoObject<Configured, Input, A> = Configure<Configured, Input> | AdapterSeen<A>

/**
 * Lets TypeScript infer that the adapter may be `undefined`. From an optional member, TypeScript infers this only with
 * `exactOptionalPropertyTypes`.
 */
interface AdapterSeen<A> extends Partial<Record<Exclude<OptionName, 'adapter'>, never>> {
  adapter: [A] extends [never] ? A : never
}

/** Starts a configuration: step by step, from an object, or from a function of the request. */
export interface CreateAuth<Platform extends Target> {
  /** Starts a configuration without settings. */
  (): AuthBuilder<InitialState<Platform>>

  /**
   * Starts from an object, or from a function that returns an object or another builder. The function receives the
   * current request, or `undefined` if there is none.
   */
  <
    const Providers extends readonly unknown[] = readonly unknown[],
    A extends AdapterLike | undefined = undefined,
    Own extends OwnUser = never,
    const Chosen = unknown,
    Update extends StandardSchemaV1 = never,
    Claims extends StandardSchemaV1 = never,
    Returned extends
      | ObjectState<Platform, Providers, A, Own, Chosen, Update, Claims>['token']
      | NoReturn = never,
    Seen = SessionParams<ObjectState<Platform, Providers, A, Own, Chosen, Update, Claims>, Returned>,
    Verdict extends boolean | string | NoReturn | null = never,
    Admission = never,
    Session = BaseSession,
    SeenSession = Session,
    Written extends string = never,
    Heard extends string = never,
    const Secret extends string | readonly string[] = never,
    const WebAuthn extends boolean = never,
    const Place extends ProviderTokensPlace = never,
    const SessionToken extends string = never,
    const CsrfToken extends string = never,
    const Flow extends string = never,
    const FailedForm extends string = never,
    const PendingMail extends string = never,
    const KnownBrowser extends string = never,
    const ProviderSession extends string = never,
    const ProviderSignOut extends string = never,
    const WebAuthnChallenge extends string = never,
    Refused extends string = never,
    Made extends Misplaced = never,
    Data extends StandardSchemaV1 = never,
    Options extends keyof SessionStep<never, unknown, never> = never,
    JwtNames extends keyof JwtStep<never, never> = never,
    Tenant extends TenantStep<never> = never,
  >(
    configuration:
      | AuthConfig<
          Platform,
          Providers,
          A,
          Own,
          Chosen,
          Update,
          Claims,
          Returned,
          Verdict,
          Admission,
          Written,
          Heard,
          Seen,
          Session,
          SeenSession,
          Secret,
          WebAuthn,
          Place,
          SessionToken,
          CsrfToken,
          Flow,
          FailedForm,
          PendingMail,
          KnownBrowser,
          ProviderSession,
          ProviderSignOut,
          WebAuthnChallenge,
          Data,
          Options,
          JwtNames,
          Tenant
        >
      | NoObject<
          | Made
          | LazyConfig<
              Platform,
              Providers,
              A,
              Own,
              Chosen,
              Update,
              Claims,
              Secret,
              WebAuthn,
              Place,
              Refused,
              Data,
              Options,
              JwtNames
            >,
          ConfigureInput<Platform>,
          A
        >,
  ): StartedBuilder<
    Platform,
    Made,
    Refused,
    ConfiguredState<
      ObjectState<Platform, Providers, A, Own, Chosen, Update, Claims, Data>,
      Returned,
      Session,
      Written,
      Heard,
      WebAuthn,
      Place,
      CallbackProblem<
        ObjectState<Platform, Providers, A, Own, Chosen, Update, Claims>,
        Written,
        Returned,
        Seen,
        Verdict,
        Admission,
        Session
      >,
      Options,
      JwtNames,
      Tenant
    >
  >
}

/**
 * `AuthBuilder<…>` cannot be used instead: if a function may return two different builders, TypeScript infers both,
 * and no single state describes them.
 */
export interface BuilderOf<Platform extends Target> {
  // biome-ignore lint/suspicious/noExplicitAny: the builder may create an instance with any types.
  readonly build: (() => BuildResult<Platform, any>) | AuthConfigError<string>
}

/**
 * Values that the function must not return. They are accepted here, so that `.build()` reports one short error message.
 */
type Misplaced = { readonly build: unknown } | { readonly signIn: unknown } | { readonly GET: unknown }

interface Unbuildable<Sentence extends string> {
  readonly build: AuthConfigError<Sentence>
}

/**
 * The builder that a function returned, or a new builder in the state of the object. `NoInfer` keeps TypeScript from
 * inferring a type argument from the expected type.
 */
export type StartedBuilder<Platform extends Target, Made, Refused extends string, S extends AuthState> = [
  Refused,
] extends [never]
  ? [Made] extends [never]
    ? AuthBuilder<S>
    : [Misplaced] extends [Made]
      ? AuthBuilder<S>
      : [Made] extends [BuilderOf<Platform>]
        ? NoInfer<Made>
        : Unbuildable<
            [Made] extends [{ readonly build: unknown }] ? Reason<'lazyForeign'> : Reason<'lazyBuilt'>
          >
  : Unbuildable<Reason<'lazyCallbacks'>>
