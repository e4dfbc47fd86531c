import type { AdapterUser as StoredUser } from '../adapters/contract.js'
import type { AuthTypes } from '../builder/auth-types.js'
import type { Account as CoreAccount } from '../model/account.js'
import type { JWT as CoreJWT } from '../model/session.js'
import type { User } from '../model/user.js'
import type { Strategy } from '../options/session-options.js'
import type { ProviderType } from '../providers/kinds/provider-type.js'

/*
 * The interfaces of Auth.js that an application may augment. Those without type parameters stand for ours, which a `declare module` of Auth.js would
 * not merge with; `User`, `Session` and `Profile` are ours.
 */

/** Links a user to a provider, with the fields of the token response. */
export interface Account extends CoreAccount {}

/** The claims of a session token. Augment it to name claims of the application. */
export interface JWT extends Record<string, unknown>, CoreJWT {}

/** A stored user. Augment it to name columns of the application. */
export interface AdapterUser extends StoredUser {
  /** As Auth.js declares it. It is `null` where no provider returned an address. */
  email: string
}

/** How a session is kept. */
export type SessionStrategy = Strategy

/** What kind of provider an account is of. */
export type AdapterAccountType = Extract<ProviderType, 'oauth' | 'oidc' | 'email' | 'webauthn'>

/** A date in ISO 8601. */
export type ISODateString = string

/** The fields of every user. */
export interface DefaultUser extends User {}

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
