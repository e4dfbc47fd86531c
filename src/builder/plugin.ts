import type { AdapterUser } from '../adapters/contract.js'
import type { Account } from '../model/account.js'
import type { Awaitable } from '../model/awaitable.js'
import type { Profile, User } from '../model/user.js'
import type { EventMessages, EventName, SignInContext } from './auth-spec.js'
import type { AuthState, State, UncheckedUpdate, UpdateTypes } from './auth-state.js'
import type { BuildResult } from './build-results.js'
import type { NamedReason } from './problem-sentences.js'
import type { BaseToken, Merged, ThroughJson } from './session-types.js'
import type { OneOf } from './type-rules/error-message-types.js'

/** Parameters of a plugin's `jwt`. */
export interface PluginJwtParams {
  /** The claims of the token, including the claims that earlier callbacks and plugins added. */
  token: BaseToken
  /** The reason for the call. Absent when the session is read. */
  trigger?: 'signIn' | 'signUp' | 'update' | undefined
  /** Only at sign-in: the provider's id. */
  provider?: string | undefined
  /** Only at sign-in: the user who signs in. */
  user?: User | undefined
  /** Only at sign-in: the account. */
  account?: Account | undefined
  /** Only at sign-in: the profile of an OAuth or OpenID Connect provider. */
  profile?: Profile | undefined
  /** The argument of `update`. */
  session?: UncheckedUpdate | null | undefined
}

/** Parameters of a plugin's `session`. */
export interface PluginSessionParams<Claims> {
  /** The session, including the changes of earlier callbacks and plugins. */
  session: { expires: string; user?: unknown }
  /** With strategy `'jwt'`: the token, including the claims of the plugin's `jwt`. */
  token?: BaseToken & Claims
  /** With strategy `'database'`: the stored user. */
  user?: AdapterUser
}

export interface UsedFeature<Api extends object, Fields extends object = {}> {
  readonly name: string
  readonly version: 1
  readonly '~session'?: Fields
  readonly api?: Api
}

export type MethodsOf<Api> = {
  // biome-ignore lint/suspicious/noExplicitAny: the runtime passes the first argument, so a method may declare any type for it.
  readonly [Name in keyof Api]: Api[Name] extends (call: any, ...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : Api[Name] extends object
      ? MethodsOf<Api[Name]>
      : never
}

/** An addition to any configuration. `jwt` and `session` return only the claims and fields that they add. */
export interface Plugin<Claims extends object, Fields extends object> {
  /** Whether a user may sign in: `true`, `false`, or a URL to redirect to. */
  signIn?(params: SignInContext): Awaitable<boolean | string>
  /** Returns the claims to add to the token. `null` ends the session. Requires strategy `'jwt'`. */
  jwt?(params: PluginJwtParams): Awaitable<Claims | null>
  /** The fields to add to the session. */
  session?(params: PluginSessionParams<ThroughJson<Merged<Claims>>>): Awaitable<Fields>
  /** Listeners by event name, in addition to those of the configuration. */
  events?: { [Name in EventName]?: (message: EventMessages[Name]) => unknown }
}

type Extended<Base, Added> = [keyof Added] extends [never]
  ? Base
  : { [Key in keyof (Omit<Base, keyof Added> & Added)]: (Omit<Base, keyof Added> & Added)[Key] }

type TakenName<S extends AuthState, Api> = Extract<
  keyof Api,
  // biome-ignore lint/suspicious/noExplicitAny: the names of an instance's members do not depend on its types.
  keyof BuildResult<S['target'], any> | keyof S['update']['api']
> &
  string

/** In the condition, `false` means that there is no problem, as in `CheckProvider`. */
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
  : Plugin<Claims, Fields> | UsedFeature<Api, Fields>

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
 * Defines a plugin for `.use()`: claims, session fields and listeners that work with any providers, adapter and callbacks.
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
