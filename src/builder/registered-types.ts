import type { Register } from './register.js'
import type { BaseSession } from './session-types.js'

/**
 * The types of an instance, or of a function of an instance that declares the same types, such as
 * `auth.auth`.
 */
export type TypesOf<Instance> = Instance extends { '~types'?: infer Types } ? NonNullable<Types> : unknown

type Registered<R> = R extends { auth: infer Instance } ? TypesOf<Instance> : unknown

export type RegisteredSession<R = Register> =
  Registered<R> extends { session: infer Session } ? Session : BaseSession

/** The provider ids of the registered instance, or any string. */
export type RegisteredProviderId<R = Register> =
  Registered<R> extends { id: infer Id extends string } ? Id : string

export type RegisteredFields<Id, R = Register> =
  Registered<R> extends { fields: infer Fields }
    ? Id extends keyof Fields
      ? Fields[Id]
      : {}
    : Record<string, unknown>

export type RegisteredUpdate<R = Register> = Registered<R> extends { update: infer Update } ? Update : unknown
