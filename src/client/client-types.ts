import type { BaseSession } from '../builder/base-session.js'
import type { Register, TypesOf } from '../builder/register.js'

/** What a client knows of an instance. */
export interface ClientTypes {
  /** The ids of the providers. */
  id: string
  /** What `signIn` is given besides its options, by provider id. */
  fields: object
  session: unknown
  /** What `update` is given. */
  update: unknown
}

/** The types of a client of no instance in particular: any provider, any fields, the session before callbacks. */
export interface UnknownClientTypes {
  id: string
  fields: object
  session: BaseSession
  update: unknown
}

/** The instance that `Register` names, or none. */
export type RegisteredInstance<R = Register> = R extends { auth: infer Instance } ? Instance : undefined

/** What a client knows of an instance: of `typeof auth`, be it the whole or the function that reads the session. */
export type ClientTypesOf<Instance> =
  TypesOf<Instance> extends infer Types extends ClientTypes ? Types : UnknownClientTypes
