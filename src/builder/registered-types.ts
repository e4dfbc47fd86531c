import type { Register } from './register.js'
import type { BaseSession } from './session-types.js'

/** The types of an instance: what `.build()` returns, or a function of it that carries them. */
export type TypesOf<Instance> = Instance extends { '~types'?: infer Types } ? NonNullable<Types> : unknown

type Registered<R> = R extends { auth: infer Instance } ? TypesOf<Instance> : unknown

/** The session of the registered instance, or the session that every configuration starts from. */
export type RegisteredSession<R = Register> =
  Registered<R> extends { session: infer Session } ? Session : BaseSession

/** The provider ids of the registered instance, or any. */
export type RegisteredProviderId<R = Register> =
  Registered<R> extends { id: infer Id extends string } ? Id : string

/** What `signIn` of the registered instance is given for a provider, besides its options. */
export type RegisteredFields<Id, R = Register> =
  Registered<R> extends { fields: infer Fields }
    ? Id extends keyof Fields
      ? Fields[Id]
      : {}
    : Record<string, unknown>

/** What `update` of the registered instance is given. */
export type RegisteredUpdate<R = Register> = Registered<R> extends { update: infer Update } ? Update : unknown
