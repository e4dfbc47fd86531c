import type { BaseSession } from '../builder/base-session.js'
import type { AuthConfigError } from '../builder/config-error.js'
import type { Reason } from '../builder/reasons.js'
import type { Register, TypesOf } from '../builder/register.js'
import type { ThroughJson } from '../builder/through-json.js'

/** What a client knows of an instance. */
export interface ClientTypes {
  /** The ids of the providers. */
  id: string
  /** What `signIn` is given besides its options, by provider id. */
  fields: object
  /** The session as the server sends it: as JSON, in which a `Date` is a string. */
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

/** The types of a client that was given something else than an instance: whatever is used of them says so. */
export interface NoInstance {
  id: Reason<'notAnInstance'>
  fields: {}
  session: AuthConfigError<Reason<'notAnInstance'>>
  update: Reason<'notAnInstance'>
}

/** The instance that `Register` names, or none. */
export type RegisteredInstance<R = Register> = R extends { auth: infer Instance } ? Instance : undefined

/** What a client knows of an instance: of `typeof auth`, be it the whole or the function that reads the session. */
export type ClientTypesOf<Instance> = 0 extends 1 & Instance
  ? UnknownClientTypes
  : [Instance] extends [undefined]
    ? UnknownClientTypes
    : TypesOf<Instance> extends infer Types extends ClientTypes
      ? {
          id: Types['id']
          fields: Types['fields']
          session: ThroughJson<Types['session']>
          update: Types['update']
        }
      : NoInstance

/** A session that a page may be rendered with: as the server has it, or as it was sent. */
export type RenderedSession<Instance> =
  TypesOf<Instance> extends { session: infer Session }
    ? Session | ThroughJson<Session>
    : ClientTypesOf<Instance>['session']
