import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { OwnUser } from '../model/user.js'
import type { ProviderTokensPlace } from '../options/auth-options.js'
import type { Strategy } from '../options/session-options.js'
import type { OwnUsersFacts } from './adapter-types.js'
import type {
  AuthState,
  CallbackMark,
  FlowTypes,
  Initially,
  MarkOf,
  OptionMarks,
  OptionsOf,
  State,
  Target,
  UpdateTypes,
} from './auth-state.js'
import type { StrategyFor } from './default-strategy.js'
import type { ProviderFacts } from './provider-facts.js'
import type { BaseSession, ThroughJson, TokenRead } from './session-types.js'

/** A rejected list counts as providers of any type. */
export type ProviderIn<Providers extends readonly unknown[]> = unknown extends Providers[number]
  ? ProviderFacts
  : Extract<Providers[number], ProviderFacts>

/** The state that determines the types of an object's callbacks. */
export type ObjectState<
  Platform extends Target,
  Providers extends readonly unknown[],
  A extends object | undefined,
  Own extends OwnUser,
  Chosen,
  Update extends StandardSchemaV1,
  Claims extends StandardSchemaV1,
  Data extends StandardSchemaV1 = never,
> = State<
  Platform,
  ProviderIn<Providers>['id'],
  ProviderIn<Providers>,
  [Own] extends [never] ? A : OwnUsersFacts<Own>,
  StrategyFor<Chosen, A>,
  | (Chosen extends Strategy ? 'strategy' : never)
  | MarksOf<ProviderIn<Providers>>
  | UsersMarkOf<Own, A, ProviderIn<Providers>>,
  [Claims] extends [never] ? Initially['token'] : Initially['newToken'],
  [Claims] extends [never]
    ? Initially['token']
    : Initially['newToken'] & StandardSchemaV1.InferOutput<Claims>,
  BaseSession,
  [Data] extends [never]
    ? UpdateOf<Update>
    : UpdateTypes<UpdateOf<Update>['input'], UpdateOf<Update>['output'], FlowOf<Data>>
>

type UpdateOf<Update extends StandardSchemaV1> = [Update] extends [never]
  ? Initially['update']
  : UpdateTypes<StandardSchemaV1.InferInput<Update>, StandardSchemaV1.InferOutput<Update>>

export type FlowOf<Data extends StandardSchemaV1> = [Data] extends [never]
  ? never
  : FlowTypes<StandardSchemaV1.InferInput<Data>, ThroughJson<StandardSchemaV1.InferOutput<Data>>>

type MarksOf<P> = P extends ProviderFacts ? MarkOf<P>[P['type']] : never

/**
 * This check is not part of the type of `users`. Otherwise TypeScript would check the callbacks before the functions of
 * `users`, and would not know the user type.
 */
type UsersMarkOf<Own, A, P extends ProviderFacts> = [Own] extends [never]
  ? never
  : A extends undefined
    ? [Extract<P['type'], 'email' | 'webauthn' | 'password'>] extends [never]
      ? never
      : 'usersLack'
    : 'secondUsers'

/** The state after a configuration object, from its options and the return types of its callbacks. */
export type ConfiguredState<
  S extends AuthState,
  Returned,
  Session,
  Written extends string,
  Heard extends string,
  WebAuthn extends boolean,
  Place extends ProviderTokensPlace,
  Problem extends CallbackMark,
  Options = never,
  JwtNames = never,
  Tenant = never,
> = State<
  S['target'],
  S['id'],
  S['provider'],
  S['adapter'],
  S['strategy'],
  | S['marks']
  | OptionMarks<WebAuthn, Place>
  | Extract<Options, OptionsOf[S['strategy']]>
  | ([JwtNames] extends [never] ? never : 'jwt')
  | ([Tenant] extends [never] ? never : 'tenant')
  | ([Written] extends [never] ? never : 'callbacks' | Problem)
  | ([Heard] extends [never] ? never : 'callbacks' | 'events'),
  [Returned] extends [never] ? S['newToken'] : TokenRead<Returned>,
  [Returned] extends [never] ? S['token'] : TokenRead<Returned>,
  Session,
  S['update']
>
