import type { StoredUser } from './adapter-types.js'
import type { Auth } from './auth.js'
import type { AuthBuilder } from './auth-builder.js'
import type { AuthState, FlowState } from './auth-state.js'
import type { DatabaseSessionParams, JwtParams, JwtSessionParams } from './callback-params.js'
import type { Reason } from './problem-sentences.js'
import type { FactsOf } from './provider-facts.js'
import type { TypesOf } from './registered-types.js'

/** Any instance of the root entry point, for functions that accept every configuration. */
// biome-ignore lint/suspicious/noExplicitAny: the types are both parameters and results of methods, so only `any` accepts every instance.
export type AnyAuth = Auth<any>

/** Any builder. */
// biome-ignore lint/suspicious/noExplicitAny: the state is both a parameter and a result of methods, so only `any` accepts every builder.
export type AnyBuilder = AuthBuilder<any>

type FactOf<Instance, Name extends string> =
  TypesOf<Instance> extends { [Each in Name]: infer Fact } ? Fact : Reason<'notAnInstance'>

/**
 * The session of an instance, as the server reads it.
 *
 * @example
 * ```ts
 * import { createAuth, type SessionOf } from 'authwright'
 * import { github } from 'authwright/providers/github'
 *
 * const auth = createAuth().provider(github()).build()
 *
 * export function greet(session: SessionOf<typeof auth>): string {
 *   return `Hello ${session.user.name}`
 * }
 * ```
 */
export type SessionOf<Instance> = FactOf<Instance, 'session'>

/** The stored user of an instance or, if users are not stored, the user of the providers. */
export type UserOf<Instance> = FactOf<Instance, 'user'>

/** The claims of an instance's session token, as callbacks receive them. */
export type TokenOf<Instance> = FactOf<Instance, 'token'>

/**
 * The provider ids of an instance, for functions of the application that wrap `signIn`.
 *
 * @example
 * ```ts
 * import { createAuth, type ProviderId } from 'authwright'
 * import { github } from 'authwright/providers/github'
 *
 * const auth = createAuth().provider(github()).build()
 *
 * export const enter = (provider: ProviderId<typeof auth>, request: Request) => auth.signIn(provider, { request })
 * ```
 */
export type ProviderId<Instance> = FactOf<Instance, 'id'>

/**
 * The parameter of a builder's `jwt` callback, for a callback that is written separately.
 *
 * @example
 * ```ts
 * import { createAuth, type JwtParamsOf } from 'authwright'
 * import { github } from 'authwright/providers/github'
 *
 * const base = createAuth().provider(github())
 *
 * const jwt = ({ token, profile }: JwtParamsOf<typeof base>) => ({ ...token, login: profile?.login ?? token.name })
 *
 * export const auth = base.callbacks({ jwt }).build()
 * ```
 */
export type JwtParamsOf<Builder> =
  Builder extends AuthBuilder<infer S extends AuthState>
    ? JwtParams<FactsOf<S['provider']>, S['adapter'], S['newToken'], S['token'], S['update']['output']> &
        FlowState<S['update']['flow']>
    : never

/** The parameter of a builder's `session` callback, for a callback that is written separately. */
export type SessionParamsOf<Builder> =
  Builder extends AuthBuilder<infer S extends AuthState>
    ? S['strategy'] extends 'jwt'
      ? JwtSessionParams<S['session'], S['token']>
      : DatabaseSessionParams<S['session'], StoredUser<S['adapter']>, S['update']['output']>
    : never
