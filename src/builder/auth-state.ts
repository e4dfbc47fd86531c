import type { OwnUser } from '../model/user.js'
import type { ProviderTokensPlace } from '../options/auth-options.js'
import type { Strategy } from '../options/session-options.js'
import type { OwnUsersFacts } from './adapter-types.js'
import type { Reason } from './problem-sentences.js'
import type { ConditionalUi, ProviderFacts } from './provider-facts.js'
import type { BaseSession, BaseToken, Hint, TokenRead } from './session-types.js'

/** The framework that an instance is built for. */
export type Target = 'web' | 'next' | 'sveltekit' | 'solid-start'

/** `'callbacks'` also stands for event listeners, whose types depend on the same steps. */
export type Mark =
  | 'strategy'
  | 'jwt'
  | 'webauthn'
  | 'conditionalUi'
  | 'password'
  | 'tenant'
  | 'callbacks'
  | 'events'
  | 'cookieTokens'
  | OptionMark
  | CallbackMark
  | UsersMark

export type OptionMark = OptionsOf[Strategy]

export interface OptionsOf {
  jwt: 'refresh' | 'sessionStore'
  database: 'maxSessions' | 'cookieCache'
}

export type CallbackMark =
  | 'callbackOrder'
  | 'sessionParams'
  | 'sessionIncomplete'
  | 'jwtUndefined'
  | 'signInUndefined'
  | 'authorizedUndefined'

export type UsersMark = 'secondUsers' | 'usersLack'

/** The argument of `update`, and the output of its schema, which callbacks receive. */
export interface UpdateTypes<Input, Output, Flow = never, Api = unknown> {
  input: Input
  output: Output
  /**
   * The data of a sign-in; `never` without a schema. It is part of this type, because a separate member of the state
   * would cost the compiler time at each step.
   */
  flow: Flow
  /** The methods that features add; `unknown` without any. */
  api: Api
}

export interface FlowTypes<Input, Output> {
  input: Input
  output: Output
}

export type FlowState<Flow> = [Flow] extends [never]
  ? unknown
  : Flow extends FlowTypes<unknown, infer Output>
    ? {
        /** The option `state` of `signIn`, as returned by the schema of `.flow({ data })`. */
        state: Output | undefined
      }
    : unknown

/** If a callback reads a member of this type, the error message of TypeScript contains the type parameter. */
export interface UncheckedUpdate<_Hint extends string = Reason<'updateUnchecked'>> {}

/**
 * Used in the state instead of {@link UncheckedUpdate}, whose hint editors would show for each builder.
 */
export declare class WithoutSchema {
  private withoutSchema
}

export type ReceivedUpdate<Update> = Update extends WithoutSchema
  ? UncheckedUpdate | null | undefined
  : Update

/**
 * These types are members of an interface and not type aliases: TypeScript creates a separate type each time an alias
 * names an interface without its type arguments, so editors would show a union of two types that look the same.
 */
export interface Initially {
  token: BaseToken
  newToken: BaseToken & Hint<'Return a new token: { ...token, … }'>
  update: UpdateTypes<unknown, WithoutSchema>
}

/** The types that the steps so far have set, one per key. */
export interface AuthState {
  /** The framework that the instance is built for. */
  target: Target
  /** The union of the provider ids so far; `never` before the first provider. */
  id: string
  /** The union of the providers. */
  provider: ProviderFacts
  /** The type of the adapter; `undefined` without one. */
  adapter: object | undefined
  /** Where sessions are stored. */
  strategy: Strategy
  /** The steps and options used so far that later rules depend on. */
  marks: Mark
  /** The token at sign-in. */
  newToken: unknown
  /** The token of an existing session. */
  token: unknown
  /** The session that the application reads. */
  session: unknown
  /** The argument of `update` and the output of its schema, the sign-in data, and the methods of features. */
  update: UpdateTypes<unknown, unknown, unknown>
}

/**
 * Creates the next state from one type argument per key. TypeScript resolves them when the type is created, which
 * keeps long chains cheap. (`Omit<S, Key> & Change` fails with TS2589 after about fifty calls.)
 *
 * The condition, which is always true, makes editors show the keys instead of `State<…>` with ten arguments.
 * `Platform` is on the right side of `extends`. If it were on the left side, TypeScript would replace it in the branch
 * by a substitution type, and resolve this type again for every step.
 */
export type State<
  Platform extends Target,
  Id extends string,
  Provider extends ProviderFacts,
  A extends object | undefined,
  Chosen extends Strategy,
  Marks extends Mark,
  NewToken,
  Token,
  Session,
  Update extends UpdateTypes<unknown, unknown, unknown>,
> = never extends Platform
  ? {
      target: Platform
      id: Id
      provider: Provider
      adapter: A
      strategy: Chosen
      marks: Marks
      newToken: NewToken
      token: Token
      session: Session
      update: Update
    }
  : never

/** The state of a builder without steps. */
export type InitialState<Platform extends Target = 'web'> = State<
  Platform,
  never,
  never,
  undefined,
  'jwt',
  never,
  Initially['token'],
  Initially['token'],
  BaseSession,
  Initially['update']
>

export type WithProvider<S extends AuthState, P extends ProviderFacts> = State<
  S['target'],
  S['id'] | P['id'],
  S['provider'] | P,
  S['adapter'],
  S['strategy'],
  S['marks'] | MarkOf<P>[P['type']],
  S['newToken'],
  S['token'],
  S['session'],
  S['update']
>

/** This is an interface, because an indexed access costs the compiler less than a conditional type. */
export interface MarkOf<P> {
  oauth: never
  oidc: never
  email: never
  credentials: never
  password: 'password'
  webauthn: ConditionalUi<P> extends true ? 'conditionalUi' : never
}

export type WithAdapter<S extends AuthState, A extends object> = State<
  S['target'],
  S['id'],
  S['provider'],
  A,
  'strategy' extends S['marks'] ? S['strategy'] : 'database',
  S['marks'],
  S['newToken'],
  S['token'],
  S['session'],
  S['update']
>

/** An adapter that was set before stays in the state, so that only one error is reported. */
export type WithUsers<S extends AuthState, User extends OwnUser> = State<
  S['target'],
  S['id'],
  S['provider'],
  S['adapter'] extends undefined ? OwnUsersFacts<User> : S['adapter'],
  S['strategy'],
  S['marks'],
  S['newToken'],
  S['token'],
  S['session'],
  S['update']
>

/** `Chosen` is `unknown` without a strategy, `Update` is `never` without a schema. */
export type WithSession<
  S extends AuthState,
  Chosen,
  Update extends UpdateTypes<unknown, unknown, unknown>,
  Options,
> = State<
  S['target'],
  S['id'],
  S['provider'],
  S['adapter'],
  Chosen extends Strategy ? Chosen : S['strategy'],
  | S['marks']
  | (Chosen extends Strategy
      ? 'strategy' | Extract<Options, OptionsOf[Chosen]>
      : Extract<OptionMark, Options>),
  S['newToken'],
  S['token'],
  S['session'],
  [Update] extends [never] ? S['update'] : Update
>

export type WithFlow<S extends AuthState, Flow> = State<
  S['target'],
  S['id'],
  S['provider'],
  S['adapter'],
  S['strategy'],
  S['marks'],
  S['newToken'],
  S['token'],
  S['session'],
  UpdateTypes<S['update']['input'], S['update']['output'], Flow, S['update']['api']>
>

export type WithJwt<S extends AuthState, Claims> = State<
  S['target'],
  S['id'],
  S['provider'],
  S['adapter'],
  S['strategy'],
  S['marks'] | 'jwt',
  [Claims] extends [never] ? S['newToken'] : Initially['newToken'],
  [Claims] extends [never] ? S['token'] : Initially['newToken'] & Claims,
  S['session'],
  S['update']
>

/** `Returned` is `never` without a `jwt` callback. */
export type WithCallbacks<
  S extends AuthState,
  Written,
  Returned,
  Session,
  Problem extends CallbackMark,
> = State<
  S['target'],
  S['id'],
  S['provider'],
  S['adapter'],
  S['strategy'],
  [Written] extends [never] ? S['marks'] : S['marks'] | 'callbacks' | Problem,
  [Returned] extends [never] ? S['newToken'] : TokenRead<Returned>,
  [Returned] extends [never] ? S['token'] : TokenRead<Returned>,
  Session,
  S['update']
>

export type WithOptions<S extends AuthState, WebAuthn extends boolean, Place extends ProviderTokensPlace> = [
  OptionMarks<WebAuthn, Place>,
] extends [never]
  ? S
  : WithMark<S, OptionMarks<WebAuthn, Place>>

export type OptionMarks<WebAuthn extends boolean, Place extends ProviderTokensPlace> =
  | (true extends WebAuthn ? 'webauthn' : never)
  | ('cookie' extends Place ? 'cookieTokens' : never)

export type WithMark<S extends AuthState, Added extends Mark> = State<
  S['target'],
  S['id'],
  S['provider'],
  S['adapter'],
  S['strategy'],
  S['marks'] | Added,
  S['newToken'],
  S['token'],
  S['session'],
  S['update']
>
