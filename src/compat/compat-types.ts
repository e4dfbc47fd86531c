import type { AuthTypes } from '../builder/auth-types.js'
import type { User } from '../model/user.js'
import type { Strategy } from '../options/session-options.js'
import type { JWT } from './models.js'

/** The types of an instance whose configuration has the wide types of Auth.js. */
export interface CompatTypes<Data> extends AuthTypes {
  id: string
  fields: {}
  params: {}
  user: User
  strategy: Strategy
  token: JWT
  session: Data
  // biome-ignore lint/suspicious/noExplicitAny: as in Auth.js, which takes anything.
  update: any
  sessions: 'revocable'
  tokenId: string
  tokens: 'stored'
}

/** What `unstable_update` is given: a part of the session, or of its user. */
export type SessionData<Data> =
  | Partial<Data>
  | { user: Partial<Data extends { user?: infer Person } ? NonNullable<Person> : never> }
