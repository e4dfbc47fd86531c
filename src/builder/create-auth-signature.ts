import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Awaitable } from '../model/awaitable.js'
import type { AdapterLike } from './adapter-facts.js'
import type { AuthBuilder } from './auth-builder.js'
import type { AuthConfig, LazyConfig } from './auth-config.js'
import type { BaseSession, SessionLike } from './base-session.js'
import type { ConfigureInput } from './build-results.js'
import type { ConfiguredState, GivenState } from './configured-state.js'
import type { SessionParams } from './session-params.js'
import type { CallbackSpec, EventName } from './spec.js'
import type { BuilderOf, StartedBuilder } from './started-builder.js'
import type { InitialState } from './state.js'
import type { Target } from './target.js'

/** Makes a configuration for each request, or once where a framework has none at hand. */
export type Configure<Configured, Given = Request | undefined> = (request: Given) => Awaitable<Configured>

/** Starts a configuration: step by step, from an object, or from a function of the request. */
export interface CreateAuth<Platform extends Target> {
  /** Starts a configuration that steps are added to. */
  (): AuthBuilder<InitialState<Platform>>

  /**
   * Starts from an object, or from a function that returns an object or another builder. The function
   * runs for each request, and no request sees the configuration of another; without a request at
   * hand it is given `undefined`. Steps can follow either.
   */
  <
    const Providers extends readonly unknown[] = readonly [],
    A extends AdapterLike | undefined = undefined,
    const Chosen = unknown,
    Update extends StandardSchemaV1 = never,
    Claims extends StandardSchemaV1 = never,
    Returned extends GivenState<Platform, Providers, A, Chosen, Update, Claims>['token'] = never,
    Seen = SessionParams<GivenState<Platform, Providers, A, Chosen, Update, Claims>, Returned>,
    Session extends SessionLike = BaseSession,
    SeenSession = Session,
    Written extends keyof CallbackSpec = never,
    Heard extends EventName = never,
    const Secret extends string | readonly string[] = never,
    const BasePath extends string = never,
    const Prefix extends string = never,
    const WebAuthn extends boolean = never,
    const SignIn extends string = never,
    const SignOut extends string = never,
    const ErrorPage extends string = never,
    const VerifyRequest extends string = never,
    const NewUser extends string = never,
    const SessionToken extends string = never,
    const CsrfToken extends string = never,
    const Flow extends string = never,
    const FailedForm extends string = never,
    const PendingMail extends string = never,
    const KnownBrowser extends string = never,
    const WebAuthnChallenge extends string = never,
    Builder extends BuilderOf<Platform> = never,
  >(
    configuration:
      | AuthConfig<
          Platform,
          Providers,
          A,
          Chosen,
          Update,
          Claims,
          Returned,
          Seen,
          Session,
          SeenSession,
          Written,
          Heard,
          Secret,
          BasePath,
          Prefix,
          WebAuthn,
          SignIn,
          SignOut,
          ErrorPage,
          VerifyRequest,
          NewUser,
          SessionToken,
          CsrfToken,
          Flow,
          FailedForm,
          PendingMail,
          KnownBrowser,
          WebAuthnChallenge
        >
      | Configure<
          | Builder
          | LazyConfig<Platform, Providers, A, Chosen, Update, Claims, Secret, BasePath, Prefix, WebAuthn>,
          ConfigureInput<Platform>
        >,
  ): StartedBuilder<
    Platform,
    Builder,
    ConfiguredState<
      GivenState<Platform, Providers, A, Chosen, Update, Claims>,
      Returned,
      Session,
      Written,
      Heard,
      WebAuthn
    >
  >
}
