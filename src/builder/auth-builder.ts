import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { OwnUser } from '../model/user.js'
import type { ProviderTokensPlace } from '../options/auth-options.js'
import type { Provider } from '../providers/kinds/provider.js'
import type { AdapterLike, KnownAdapter } from './adapter-types.js'
import type {
  AuthState,
  UpdateTypes,
  WithAdapter,
  WithCallbacks,
  WithFlow,
  WithJwt,
  WithMark,
  WithOptions,
  WithProvider,
  WithSession,
  WithUsers,
} from './auth-state.js'
import type { BuiltTypes } from './auth-types.js'
import type { BuildResult } from './build-results.js'
import type { SessionParams, SessionSoFar } from './callback-params.js'
import type { AuthorizedCallback, Callbacks } from './callback-types.js'
import type { FlowOf } from './configured-state.js'
import type { Events } from './event-types.js'
import type { CheckPlugin, WithPlugin } from './plugin.js'
import type { NoReturn } from './session-types.js'
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
import type { BuildProblem } from './type-rules/build-problem.js'
import type { CheckAdapter, CheckUsers } from './type-rules/check-adapter.js'
import type { CallbackProblem } from './type-rules/check-callbacks.js'
import type { NamedCallbacks, NamedEvents } from './type-rules/check-names.js'
import type { CheckProvider } from './type-rules/check-provider.js'
import type { AuthConfigError } from './type-rules/error-message-types.js'

/*
 * Names that users may try on a builder but that do not exist. They are private, so that editors do not suggest
 * them and TypeScript reports the class name, which says what to do. Keep them in step with option-names.ts.
 */

/** TypeScript reports this class for `.providers([…])`. */
declare class CallProviderForEach {
  private providers
}

/** The option `update` is not listed here. An instance has a member with this name, so it is in `CallBuildFirst`. */
declare class CallSessionInstead extends CallProviderForEach {
  private strategy
  private maxAge
  private updateAge
  private absoluteMaxAge
  private generateSessionToken
  private storeDevice
  private maxSessions
  private domain
  private cookieCache
  private refresh
  private sessionStore
  private remember
  private endWithIdToken
}

/** The option `signOut` is not listed here. An instance has a member with this name, so it is in `CallBuildFirst`. */
declare class CallOptionsInstead extends CallSessionInstead {
  private secret
  private basePath
  private prefix
  private appBasePath
  private useSecureCookies
  private trustHost
  private sessionAudience
  private redirectProxyUrl
  private debug
  private logger
  private theme
  private language
  private lastUsed
  private store
  private endSessionsWithStore
  private limits
  private clientAddress
  private providerTokens
  private experimental
  private compat
  private skipCSRFCheck
}

/** Members that exist only on an instance. */
declare class CallBuildFirst extends CallOptionsInstead {
  /** If a builder is passed where an instance is expected, TypeScript prints this sentence, because it compares this member first. */
  readonly '~built'?: 'Call .build() first.'
  private handler
  private handlers
  private handle
  private auth
  private getSession
  private protect
  private middleware
  private signIn
  private signOut
  private update
  private unstable_update
  private sessions
  private tokens
  private fetch
  private accounts
  private passkeys
  private passwords
  private health
  private close
  private GET
  private POST
}

/**
 * A configuration under construction. Every step returns a new builder.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { github } from 'authwright/providers/github'
 *
 * export const auth = createAuth()
 *   .provider(github())
 *   .callbacks({
 *     session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token.sub } }),
 *   })
 *   .build()
 * ```
 */
export interface AuthBuilder<S extends AuthState> extends CallBuildFirst, Steps<S> {}

/** This is an object type, because editors would print the name and state of an interface before each step. */
type Steps<S extends AuthState> = {
  /** Adds a provider with a unique id. A falsy value adds no provider, as in `.provider(env && google())`. */
  provider<const P extends Provider>(
    provider: CheckProvider<S['marks'], S['id'], S['adapter'], P>,
  ): AuthBuilder<WithProvider<S, P>>

  /** Sets the database adapter. The session strategy is then `'database'`, unless `.session()` sets another. */
  adapter<A extends AdapterLike | undefined>(
    adapter: CheckAdapter<S['marks'], S['adapter'], S['provider'], A>,
  ): AuthBuilder<WithAdapter<S, KnownAdapter<A>>>

  /**
   * Stores users in a table of the application, without an adapter. The functions find and create users by their
   * account at a provider.
   *
   * @example
   * ```ts
   * import { createAuth } from 'authwright'
   * import { google } from 'authwright/providers/google'
   *
   * interface Member { id: number; name: string | null; role: 'admin' | 'member' }
   * declare function memberOf(provider: string, account: string): Promise<Member | null>
   * declare function addMember(provider: string, account: string, name: string | null): Promise<Member>
   *
   * export const auth = createAuth()
   *   .provider(google())
   *   .users({
   *     find: ({ provider, providerAccountId }) => memberOf(provider, providerAccountId),
   *     create: ({ provider, providerAccountId, user }) =>
   *       addMember(provider, providerAccountId, user.name ?? null),
   *   })
   *   .callbacks({ jwt: ({ token, user }) => (user ? { ...token, role: user.role } : token) })
   *   .build()
   * ```
   */
  users<User extends OwnUser>(
    users: CheckUsers<S['marks'], S['adapter'], S['provider'], S['update']['flow'], User>,
  ): AuthBuilder<WithUsers<S, User>>

  /** Sets where sessions are stored, their lifetimes, and the type of the argument of `update`. */
  session<
    const Chosen = unknown,
    Update extends StandardSchemaV1 = never,
    Options extends keyof SessionStep<never, unknown, never> = never,
  >(
    options: SessionStep<S['marks'], Chosen, Update> & { [Each in Options]?: unknown },
  ): AuthBuilder<
    WithSession<
      S,
      Chosen,
      [Update] extends [never]
        ? never
        : UpdateTypes<
            StandardSchemaV1.InferInput<Update>,
            StandardSchemaV1.InferOutput<Update>,
            S['update']['flow'],
            S['update']['api']
          >,
      Options
    >
  >

  /** Sets options of session tokens with strategy `'jwt'`. */
  jwt<Claims extends StandardSchemaV1 = never>(
    options: JwtStep<S['marks'], Claims>,
  ): AuthBuilder<WithJwt<S, [Claims] extends [never] ? never : StandardSchemaV1.InferOutput<Claims>>>

  /**
   * Adds callbacks. In later calls, each `jwt` or `session` receives the result of the previous one, and a
   * `redirect` replaces the previous one. Write `jwt` before `session`, because the parameters of `session` have
   * the types that `jwt` returns.
   */
  callbacks<
    Written extends string = never,
    Verdict extends boolean | string | NoReturn | null = never,
    Admission = never,
    Returned extends S['token'] | NoReturn = never,
    Session = SessionSoFar<S>,
    SeenSession = Session,
    Seen = SessionParams<S, Returned>,
  >(
    callbacks: AuthorizedCallback<S, Admission, Session, SeenSession> &
      Callbacks<S, Returned, Seen, Verdict, Session> & {
        [Each in Written]?: unknown
      } & NamedCallbacks<Written, Returned, Verdict>,
  ): AuthBuilder<
    WithCallbacks<
      S,
      Written,
      Returned,
      Session,
      CallbackProblem<S, Written, Returned, Seen, Verdict, Admission, Session>
    >
  >

  /** Adds a plugin of `definePlugin`, or a feature of `authwright/feature`. */
  use<Claims extends object, Fields extends object, Api extends object = {}>(
    added: CheckPlugin<S, Claims, Fields, Api>,
  ): AuthBuilder<WithPlugin<S, Claims, Fields, Api>>

  /** Adds event listeners. May be called several times. */
  events<Heard extends string = never>(
    events: Events<S> & { [Each in Heard]?: unknown } & NamedEvents<Heard>,
  ): AuthBuilder<WithMark<S, [Heard] extends [never] ? never : 'callbacks' | 'events'>>

  /** Replaces built-in pages with pages of the application. */
  pages(pages: PagesStep): AuthBuilder<S>

  /** Changes the names and attributes of cookies. */
  cookies<
    const SessionToken extends string = never,
    const CsrfToken extends string = never,
    const Flow extends string = never,
    const FailedForm extends string = never,
    const PendingMail extends string = never,
    const KnownBrowser extends string = never,
    const ProviderSession extends string = never,
    const ProviderSignOut extends string = never,
    const WebAuthnChallenge extends string = never,
  >(
    cookies: CookiesStep<
      SessionToken,
      CsrfToken,
      Flow,
      FailedForm,
      PendingMail,
      KnownBrowser,
      ProviderSession,
      ProviderSignOut,
      WebAuthnChallenge
    >,
  ): AuthBuilder<S>

  /** Sets the options that have no separate step. A later call replaces options of an earlier call. */
  options<
    const Secret extends string | readonly string[] = never,
    const WebAuthn extends boolean = never,
    const Place extends ProviderTokensPlace = never,
  >(options: OptionsStep<S['target'], Secret, WebAuthn, Place>): AuthBuilder<WithOptions<S, WebAuthn, Place>>

  /**
   * Identifies the tenant of a request, if one deployment serves several. The function returns an id of 1 to 128
   * visible ASCII characters, or throws for a request without a tenant. Pass `false` if the configuration is a
   * function of the request, but all requests belong to one tenant.
   *
   * @example
   * ```ts
   * import { createAuth } from 'authwright'
   * import { github } from 'authwright/providers/github'
   *
   * declare function tenantOfHost(host: string): Promise<string>
   *
   * export const auth = createAuth()
   *   .provider(github())
   *   .tenant((request) => tenantOfHost(new URL(request.url).host))
   *   .build()
   * ```
   */
  tenant(tenant: TenantStep<S['marks']>): AuthBuilder<WithMark<S, 'tenant'>>

  /**
   * Decides who may sign up: `'open'` (default), `'closed'`, or a function, which is called after
   * `callbacks.signIn`. A later call replaces an earlier one.
   *
   * @example
   * ```ts
   * import { createAuth } from 'authwright'
   * import { sqlite } from 'authwright/adapters/sqlite'
   * import { google } from 'authwright/providers/google'
   *
   * export const auth = createAuth()
   *   .provider(google())
   *   .adapter(sqlite('auth.db'))
   *   .signUp(({ verifiedEmail }) => verifiedEmail?.endsWith('@example.com') ?? false)
   *   .build()
   * ```
   */
  signUp(policy: SignUpStep<S['adapter'], S['update']['flow']>): AuthBuilder<S>

  /**
   * Declares the type of the option `state` of `signIn`, for example of an invitation code. Callbacks and events of the
   * sign-in receive the value. Call this step before `.callbacks()`, `.signUp()` and `.events()`.
   *
   * @example
   * ```ts
   * import { createAuth } from 'authwright'
   * import { sqlite } from 'authwright/adapters/sqlite'
   * import { google } from 'authwright/providers/google'
   * import { object, string } from 'valibot'
   *
   * declare function isInvited(code: string): Promise<boolean>
   *
   * export const auth = createAuth()
   *   .provider(google())
   *   .adapter(sqlite('auth.db'))
   *   .flow({ data: object({ invitation: string() }) })
   *   .signUp(({ state }) => state !== undefined && isInvited(state.invitation))
   *   .build()
   *
   * export const join = (request: Request, invitation: string) =>
   *   auth.signIn('google', { request, state: { invitation } })
   * ```
   */
  flow<Data extends StandardSchemaV1>(
    options: FlowStep<S['marks'], Data>,
  ): AuthBuilder<WithFlow<S, FlowOf<Data>>>

  /** Checks the configuration and returns the instance. Throws `AuthConfigurationError` for an invalid one. */
  build: [BuildProblem<S>] extends [never]
    ? () => BuildResult<S['target'], BuiltTypes<S>> & S['update']['api']
    : Unfinished<S, BuildProblem<S>>
}

/**
 * If `Problem` is `any`, an error was already reported elsewhere, so no second one is reported. This check is in a
 * separate type, so that the compiler evaluates it only for a configuration with a problem.
 */
type Unfinished<S extends AuthState, Problem extends string> = unknown extends Problem
  ? () => BuildResult<S['target'], BuiltTypes<S>>
  : AuthConfigError<Problem>
