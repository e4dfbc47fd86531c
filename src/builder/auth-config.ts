import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { OwnUser } from '../model/own-users.js'
import type { SignUpPolicy } from '../model/sign-up.js'
import type { TokenPlace } from '../options/auth-options.js'
import type { CookiesOptions } from '../options/cookies-options.js'
import type { PagesOptions } from '../options/pages-options.js'
import type { AdapterLike } from './adapter-facts.js'
import type { FlowOf, GivenState, ProviderIn, StrategyFor } from './configured-state.js'
import type { Events } from './events.js'
import type { ObjectCallbacks } from './object-callbacks.js'
import type { CheckGivenAdapter } from './rules/check-adapter.js'
import type { CheckProviders } from './rules/check-providers.js'
import type { CheckUsers } from './rules/check-users.js'
import type { AnyFunction } from './rules/refused.js'
import type { CallbackSpec, EventName, TenantSpec } from './spec.js'
import type {
  CookiesStep,
  FlowStep,
  JwtStep,
  OptionsStep,
  PagesStep,
  SessionStep,
  SignUpStep,
} from './step-options.js'
import type { Target } from './target.js'

/**
 * A configuration as one object. `Written` names the callbacks that it has and `Heard` the events; the other
 * arguments are those of the steps.
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
  Seen,
  Verdict,
  Session,
  SeenSession,
  Written extends keyof CallbackSpec,
  Heard extends EventName,
  Secret extends string | readonly string[],
  WebAuthn extends boolean,
  Place extends TokenPlace,
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
> extends OptionsStep<Platform, Secret, WebAuthn, Place> {
  /** The providers. Falsy entries are left out. */
  providers: CheckProviders<Providers>
  /** The database. With one, the session strategy is `'database'` unless `session` chooses another. */
  adapter?: CheckGivenAdapter<ProviderIn<Providers>, A>
  /**
   * Users in a table of the application, in place of an adapter. Where callbacks stand beside them, give the functions parameter types, such as
   * `ProviderIdentity`: a compiler reads those without any after the callbacks.
   */
  users?: CheckUsers<never, A, ProviderIn<Providers>, never, Own>
  session?: SessionStep<never, Chosen, Update, StrategyFor<Chosen, A>>
  jwt?: JwtStep<never, Claims>
  callbacks?: ObjectCallbacks<
    GivenState<Platform, Providers, A, Own, Chosen, Update, Claims, Data>,
    Returned,
    Seen,
    Verdict,
    Session,
    SeenSession
  > & { [Each in Written]?: unknown }
  events?: Events<GivenState<Platform, Providers, A, Own, Chosen, Update, Claims, Data>> & {
    [Each in Heard]?: unknown
  }
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
  tenant?: TenantSpec
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
  Place extends TokenPlace,
  Refused extends string,
  Data extends StandardSchemaV1,
> extends OptionsStep<Platform, Secret, WebAuthn, Place> {
  providers: CheckProviders<Providers>
  adapter?: CheckGivenAdapter<ProviderIn<Providers>, A>
  /**
   * Users in a table of the application, in place of an adapter. Where callbacks stand beside them, give the functions parameter types, such as
   * `ProviderIdentity`: a compiler reads those without any after the callbacks.
   */
  users?: CheckUsers<never, A, ProviderIn<Providers>, never, Own>
  session?: SessionStep<never, Chosen, Update, StrategyFor<Chosen, A>>
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
