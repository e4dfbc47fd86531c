import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { OwnUser } from '../model/user.js'
import type { ProviderTokensPlace } from '../options/auth-options.js'
import type { Provider } from '../providers/kinds/provider.js'
import type { AdapterLike, KnownAdapter } from './adapter-facts.js'
import type { BuiltTypes } from './auth-types.js'
import type { BuildResult } from './build-results.js'
import type { SessionParams, SessionSoFar } from './callback-params.js'
import type { Callbacks } from './callbacks.js'
import type { FlowOf } from './configured-state.js'
import type { Events } from './events.js'
import type { CheckPlugin, WithPlugin } from './plugin.js'
import type { BuildProblem } from './rules/build-problem.js'
import type { CheckAdapter, CheckUsers } from './rules/check-adapter.js'
import type { CallbackProblem } from './rules/check-callbacks.js'
import type { NamedCallbacks, NamedEvents } from './rules/check-names.js'
import type { CheckProvider } from './rules/check-provider.js'
import type { AuthConfigError } from './rules/refused.js'
import type { NoReturn } from './session-types.js'
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
} from './state.js'
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

/*
 * Names that users may try on a builder but that do not exist. They are declared private so that editors suggest none of them and TypeScript
 * reports the class name instead of the state of the builder. Private names cannot be derived from a type: keep them with option-names.ts.
 */

/** `.providers()`: each provider is a step. */
declare class CallProviderForEach {
  private providers
}

/** The options of `.session()`, except `update`, which an instance has. */
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

/** The options of `.options()`, except `signOut`, which an instance has. */
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

/**
 * What only an instance has. The members are private and never there, so that a compiler names the class where a builder is
 * used in place of an instance, and an editor suggests none of them.
 */
declare class CallBuildFirst extends CallOptionsInstead {
  /** What a compiler prints where a function takes an instance: it compares this member first. */
  readonly '~built'?: 'Call .build() first.'
  private handler
  private handlers
  private auth
  private signIn
  private signOut
  private update
  private sessions
  private tokens
  private fetch
  private accounts
  private passkeys
  private health
  private close
  private GET
  private POST
}

/**
 * A configuration under construction. Every step returns a new builder, so one can be kept, shared and
 * branched. The compiler refuses a step that breaks a rule, with the rule in one sentence.
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
export interface AuthBuilder<S extends AuthState> extends CallBuildFirst, Finish<S> {
  /** Adds a provider, whose id must be new. `false`, `null`, `undefined`, `''` and `0` add none: `.provider(env && google())`. */
  provider<const P extends Provider>(
    provider: CheckProvider<S['marks'], S['id'], S['adapter'], P>,
  ): AuthBuilder<WithProvider<S, P>>

  /** Sets the database, and with it strategy `'database'` unless `.session()` chose one. */
  adapter<A extends AdapterLike | undefined>(
    adapter: CheckAdapter<S['marks'], S['adapter'], S['provider'], A>,
  ): AuthBuilder<WithAdapter<S, KnownAdapter<A>>>

  /**
   * Keeps users in a table of the application, in place of an adapter: sessions stay in sealed tokens, whose `sub` is the user's id. Sign-ins with
   * OAuth and OpenID Connect look users up by their account at the provider; `authorize` of a credentials provider returns them itself.
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

  /** Says where sessions live and for how long, and what `update` may be given. */
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

  /** Says what a session token must hold, with strategy `'jwt'`. */
  jwt<Claims extends StandardSchemaV1 = never>(
    options: JwtStep<S['marks'], Claims>,
  ): AuthBuilder<WithJwt<S, [Claims] extends [never] ? never : StandardSchemaV1.InferOutput<Claims>>>

  /**
   * Decides who may sign in, where they go, and what tokens and sessions hold. It may be called more
   * than once: a later `jwt` or `session` receives what the earlier one returned, every `signIn` must agree, and
   * a later `redirect` takes the place of the earlier one. Write `jwt` before
   * `session`, because `session` is typed by what `jwt` returns.
   */
  callbacks<
    Returned extends S['token'] | NoReturn = never,
    Seen = SessionParams<S, Returned>,
    Verdict extends boolean | string | NoReturn | null = never,
    Session = SessionSoFar<S>,
    SeenSession = Session,
    Written extends string = never,
  >(
    callbacks: Callbacks<S, Returned, Seen, Verdict, Session, SeenSession> & {
      [Each in Written]?: unknown
    } & NamedCallbacks<Written, Returned, Verdict>,
  ): AuthBuilder<
    WithCallbacks<
      S,
      Written,
      Returned,
      Session,
      CallbackProblem<S, Written, Returned, Seen, Verdict, Session>
    >
  >

  /**
   * Adds a plugin of `definePlugin`, or a feature of `authwright/feature` with its routes, hooks, and methods of what `.build()` returns.
   * Unlike after `.callbacks()`, providers may follow.
   */
  use<Claims extends object, Fields extends object, Api extends object = {}>(
    added: CheckPlugin<S, Claims, Fields, Api>,
  ): AuthBuilder<WithPlugin<S, Claims, Fields, Api>>

  /** Adds listeners of events. It may be called more than once; every listener is called. */
  events<Heard extends string = never>(
    events: Events<S> & { [Each in Heard]?: unknown } & NamedEvents<Heard>,
  ): AuthBuilder<WithMark<S, [Heard] extends [never] ? never : 'callbacks' | 'events'>>

  /** Names pages of the application that stand in for built-in ones. */
  pages(pages: PagesStep): AuthBuilder<S>

  /** Changes names and attributes of cookies; what is not given keeps its default. */
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

  /** Sets the options without a separate step. A later call replaces options of an earlier one. */
  options<
    const Secret extends string | readonly string[] = never,
    const WebAuthn extends boolean = never,
    const Place extends ProviderTokensPlace = never,
  >(options: OptionsStep<S['target'], Secret, WebAuthn, Place>): AuthBuilder<WithOptions<S, WebAuthn, Place>>

  /**
   * Resolves the tenant of a request, where one deployment serves several: an id of 1 to 128 visible ASCII characters, which is part of every
   * seal, look-up and limit. Throw for a request that has none. `false` says that a function of the request serves one tenant only.
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
   * Says who may become a user: every person (`'open'`, the default), none (`'closed'`), or as a function decides. It runs only when a user
   * would be created, after `callbacks.signIn`, whatever the provider. A later call replaces an earlier one.
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
   * Says what `signIn` may be given as `state`: it is sealed, carried through the sign-in, and received by `callbacks.signIn`, `.signUp()` and the
   * events `signIn` and `createUser`, such as an invitation. Call it before those.
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
}

/**
 * The last step. It is a literal and not an interface, whose name and state an editor would print before the type of `build`.
 */
type Finish<S extends AuthState> = {
  /**
   * Checks the whole configuration and returns what the application uses. Throws
   * `AuthConfigurationError` with every problem that the types could not show.
   */
  build: [BuildProblem<S>] extends [never]
    ? () => BuildResult<S['target'], BuiltTypes<S>> & S['update']['api']
    : Unfinished<S, BuildProblem<S>>
}

/**
 * The type of `build` while there is a problem. `any` means that an error was already reported elsewhere; do not report a second one. The
 * condition is here, so that no correct configuration pays for it.
 */
type Unfinished<S extends AuthState, Problem extends string> = unknown extends Problem
  ? () => BuildResult<S['target'], BuiltTypes<S>>
  : AuthConfigError<Problem>
