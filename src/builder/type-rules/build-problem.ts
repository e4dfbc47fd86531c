import type { StoredUser } from '../adapter-types.js'
import type { AuthState, CallbackMark, UsersMark } from '../auth-state.js'
import type { NamedReason, Reason } from '../problem-sentences.js'
import type { CredentialsFacts, FactsOf } from '../provider-facts.js'
import type { Missing, SessionMethods } from '../required-adapter-methods.js'
import type { UsersLack } from './check-provider.js'
import type { OneOf } from './error-message-types.js'
import type { SessionProblem } from './session-fields.js'
import type { SignUpFieldsProblem } from './sign-up-fields.js'

/*
 * Rules that a later step can still satisfy. Each type is the sentence of its rule if the rule is broken, and otherwise
 * the result of the next rule. So a builder reports one problem at a time.
 */

/** The id `string` means that a provider was refused, which `.provider()` has already reported. */
export type BuildProblem<S extends AuthState> = [S['id']] extends [never]
  ? Reason<'noProvider'>
  : string extends S['id']
    ? never
    : [Extract<S['marks'], CallbackMark | UsersMark>] extends [never]
      ? S['adapter'] extends undefined
        ? AdapterNeed<S>
        : StrategyProblem<S>
      : MarkReason<S>

type MarkReason<S extends AuthState> = 'secondUsers' extends S['marks']
  ? Reason<'secondUsers'>
  : 'usersLack' extends S['marks']
    ? UsersLack<S['provider']>
    : CallbackReason<S['marks']>

type CallbackReason<Marks> = 'callbackOrder' extends Marks
  ? NamedReason<'callbackOrder', 'jwt', 'session'>
  : 'sessionParams' extends Marks
    ? Reason<'sessionParams'>
    : 'jwtUndefined' extends Marks
      ? Reason<'jwtUndefined'>
      : 'signInUndefined' extends Marks
        ? Reason<'signInUndefined'>
        : 'authorizedUndefined' extends Marks
          ? Reason<'authorizedUndefined'>
          : Reason<'sessionIncomplete'>

type AdapterNeed<S extends AuthState> = 'email' extends S['provider']['type']
  ? NamedReason<'emailNeedsAdapter', OneOf<Extract<S['provider'], { type: 'email' }>['id']>>
  : 'webauthn' extends S['provider']['type']
    ? NamedReason<'webauthnNeedsAdapter', OneOf<Extract<S['provider'], { type: 'webauthn' }>['id']>>
    : 'password' extends S['provider']['type']
      ? Reason<'passwordNeedsAdapter'>
      : 'database' extends S['strategy']
        ? Reason<'databaseNeedsAdapter'>
        : TokenProblem<S>

type StrategyProblem<S extends AuthState> = 'database' extends S['strategy']
  ? [SessionMethods[number]] extends [keyof S['adapter']]
    ? 'jwt' extends S['marks']
      ? Reason<'jwtCallbackNeedsJwt'>
      : [Extract<S['marks'], 'refresh' | 'sessionStore'>] extends [never]
        ? [
            UnstoredId<FactsOf<Extract<S['provider'], { type: 'credentials' }>>, StoredUser<S['adapter']>>,
          ] extends [never]
          ? ExperimentProblem<S>
          : NamedReason<
              'credentialsUserNotStored',
              OneOf<
                UnstoredId<FactsOf<Extract<S['provider'], { type: 'credentials' }>>, StoredUser<S['adapter']>>
              >
            >
        : NamedReason<'optionNeedsJwt', `session.${OneOf<Extract<S['marks'], 'refresh' | 'sessionStore'>>}`>
    : '~users' extends keyof S['adapter']
      ? NamedReason<'usersLack', "strategy 'database'", 'sessions'>
      : NamedReason<'adapterLacks', "strategy 'database'", Missing<SessionMethods, keyof S['adapter']>>
  : TokenProblem<S>

type TokenProblem<S extends AuthState> = [S['newToken']] extends [S['token']]
  ? [Extract<S['marks'], 'maxSessions' | 'cookieCache'>] extends [never]
    ? ExperimentProblem<S>
    : NamedReason<
        'optionNeedsDatabase',
        `session.${OneOf<Extract<S['marks'], 'maxSessions' | 'cookieCache'>>}`
      >
  : NamedReason<'claimsMissing', OneOf<LackingKeys<S['token'], S['newToken']>>>

type ExperimentProblem<S extends AuthState> = 'webauthn' extends S['marks']
  ? MailProblem<S>
  : 'webauthn' extends S['provider']['type']
    ? [Extract<S['provider'], { experimental: true }>] extends [never]
      ? MailProblem<S>
      : NamedReason<'webauthnIsExperimental', OneOf<Extract<S['provider'], { experimental: true }>['id']>>
    : MailProblem<S>

type MailProblem<S extends AuthState> = 'password' extends S['marks']
  ? [
      Extract<
        S['provider'],
        { type: 'email' } | { type: 'password'; send: object } | { type: 'password'; verify: false }
      >,
    ] extends [never]
    ? Reason<'passwordNeedsMail'>
    : [SignUpFieldsProblem<Extract<S['provider'], { type: 'password' }>, S['adapter']>] extends [never]
      ? SessionProblem<S['session']>
      : SignUpFieldsProblem<Extract<S['provider'], { type: 'password' }>, S['adapter']>
  : SessionProblem<S['session']>

type LackingKeys<Wanted, Actual> = {
  [Key in keyof Wanted]-?: Actual extends Pick<Wanted, Key> ? never : Key
}[keyof Wanted]

type UnstoredId<Provider, Stored> =
  // biome-ignore lint/suspicious/noExplicitAny: the condition infers the other parts; any type fits here.
  Provider extends CredentialsFacts<infer Id, infer User, any, any>
    ? [User] extends [Stored]
      ? never
      : Id
    : never
