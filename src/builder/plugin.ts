import type { AdapterUser } from '../adapters/contract.js'
import type { Account } from '../model/account.js'
import type { Awaitable } from '../model/awaitable.js'
import type { Profile, User } from '../model/user.js'
import type { BuildResult } from './build-results.js'
import type { NamedReason } from './problem-sentences.js'
import type { OneOf } from './rules/refused.js'
import type { BaseToken, Merged, ThroughJson } from './session-types.js'
import type { EventMessages, EventName, SignInContext } from './spec.js'
import type { AuthState, State, UncheckedUpdate, UpdateTypes } from './state.js'

/** The parameters of `jwt` of a plugin, which every configuration has. */
export interface PluginJwtParams {
  token: BaseToken
  trigger?: 'signIn' | 'signUp' | 'update' | undefined
  provider?: string | undefined
  /** At sign-in. */
  user?: User | undefined
  account?: Account | undefined
  profile?: Profile | undefined
  /** The argument of `update`. */
  session?: UncheckedUpdate | null | undefined
}

/** The parameters of `session` of a plugin. Earlier callbacks may have changed every field of the session except `expires`. */
export interface PluginSessionParams<Claims> {
  session: { expires: string; user?: unknown }
  /** With strategy `'jwt'`: the token, with what `jwt` of the plugin added. */
  token?: BaseToken & Claims
  /** With strategy `'database'`. */
  user?: AdapterUser
}

/** The part of a feature of `defineFeature` that affects the types of a configuration. */
export interface UsedFeature<Api extends object> {
  readonly name: string
  readonly version: 1
  /** Methods that are added to what `.build()` returns. */
  readonly api?: Api
}

/** The methods that a feature adds to what `.build()` returns. */
export type MethodsOf<Api> = {
  // biome-ignore lint/suspicious/noExplicitAny: a method is given its call by the runtime, whatever it declares of it.
  readonly [Name in keyof Api]: Api[Name] extends (call: any, ...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never
}

/** An addition to any configuration. `jwt` and `session` return only what they add. */
export interface Plugin<Claims extends object, Fields extends object> {
  /** Whether a user may sign in: `true`, `false`, or where to send them instead. */
  signIn?(params: SignInContext): Awaitable<boolean | string>
  /** The claims to add to the token; `null` ends the session. With it, the strategy must be `'jwt'`. */
  jwt?(params: PluginJwtParams): Awaitable<Claims | null>
  /** The fields to add to the session. */
  session?(params: PluginSessionParams<ThroughJson<Merged<Claims>>>): Awaitable<Fields>
  events?: { [Name in EventName]?: (message: EventMessages[Name]) => unknown }
}

/** `Base` with the members that a plugin adds or replaces. */
type Extended<Base, Added> = [keyof Added] extends [never]
  ? Base
  : { [Key in keyof (Omit<Base, keyof Added> & Added)]: (Omit<Base, keyof Added> & Added)[Key] }

/** The methods of a feature that exist already. */
type TakenName<S extends AuthState, Api> = Extract<
  keyof Api,
  // biome-ignore lint/suspicious/noExplicitAny: whatever an instance is typed by, its members have these names.
  keyof BuildResult<S['target'], any> | keyof S['update']['api']
> &
  string

/** The plugin or feature itself, or the reason why it cannot be used. `false` stands for no reason, as in `CheckProvider`. */
export type CheckPlugin<
  S extends AuthState,
  Claims extends object,
  Fields extends object,
  Api extends object,
> = (
  [TakenName<S, Api>] extends [never]
    ? false
    : NamedReason<'apiNameTaken', OneOf<TakenName<S, Api>>>
) extends infer Problem extends string
  ? Problem
  : Plugin<Claims, Fields> | UsedFeature<Api>

/** The state after `.use()`. Claims need tokens; the plugin's own functions are typed by no provider, so more may follow. */
export type WithPlugin<S extends AuthState, Claims, Fields, Api> = State<
  S['target'],
  S['id'],
  S['provider'],
  S['adapter'],
  S['strategy'],
  [keyof Merged<Claims>] extends [never] ? S['marks'] : S['marks'] | 'jwt',
  Extended<S['newToken'], ThroughJson<Merged<Claims>>>,
  Extended<S['token'], ThroughJson<Merged<Claims>>>,
  Extended<S['session'], Merged<Fields>>,
  [keyof Api] extends [never]
    ? S['update']
    : UpdateTypes<
        S['update']['input'],
        S['update']['output'],
        S['update']['flow'],
        S['update']['api'] & MethodsOf<Api>
      >
>

/**
 * Defines what `.use()` adds to any builder, whatever its providers, adapter and callbacks are: claims, session fields, listeners.
 *
 * @example
 * ```ts
 * import { createAuth, definePlugin } from 'authwright'
 * import { github } from 'authwright/providers/github'
 *
 * declare function teamOf(userId: string | undefined): Promise<string>
 *
 * const teams = definePlugin({
 *   jwt: async ({ user }) => (user ? { team: await teamOf(user.id) } : {}),
 *   session: ({ token }) => ({ team: token?.team ?? 'none' }),
 * })
 *
 * export const auth = createAuth().provider(github()).use(teams).build()
 * ```
 */
export function definePlugin<Claims extends object = {}, Fields extends object = {}>(
  plugin: Plugin<Claims, Fields>,
): Plugin<Claims, Fields> {
  return plugin
}
