import type { AdapterUser as StoredUser } from '../adapters/contract.js'
import type { AuthTypes } from '../builder/auth-types.js'
import type { Account as CoreAccount } from '../model/account.js'
import type { ProviderType } from '../model/provider-type.js'
import type { JWT as CoreJWT } from '../model/session.js'
import type { User } from '../model/user.js'
import type { Strategy } from '../options/session-options.js'

/** Links a user to a provider, with the fields of the token response. */
export interface Account extends CoreAccount {}

/** The claims of a session token. Augment this interface to add claims. */
export interface JWT extends Record<string, unknown>, CoreJWT {}

/** A stored user. Augment this interface to add columns. */
export interface AdapterUser extends StoredUser {
  /**
   * The e-mail address. The type is that of Auth.js, but the value is `null` if no provider returned an e-mail address.
   */
  email: string
}

/** Where sessions are stored. */
export type SessionStrategy = Strategy

/** The type of an account's provider. */
export type AdapterAccountType = Extract<ProviderType, 'oauth' | 'oidc' | 'email' | 'webauthn'>

/** A date and time in ISO 8601. */
export type ISODateString = string

/** The fields of every user. */
export interface DefaultUser extends User {}

/** The types of an instance that is built from a configuration of Auth.js. */
export interface CompatTypes<Data> extends AuthTypes {
  /** Any provider id. */
  id: string
  /** Any fields for every provider. */
  fields: {}
  /** Any parameters for every provider. */
  params: {}
  /** The user. */
  user: User
  /** Either strategy. */
  strategy: Strategy
  /** `JWT`. */
  token: JWT
  /** `Session`, or the return type of `callbacks.session`. */
  session: Data
  /** Unchecked. */
  // biome-ignore lint/suspicious/noExplicitAny: as in Auth.js, which takes anything.
  update: any
  /** Sessions can be revoked but not listed. */
  sessions: 'revocable'
  /** Any provider id. */
  tokenId: string
  /** Tokens of accounts in an adapter. */
  tokens: 'stored'
}

/** The argument of `unstable_update`: a part of the session, or of its user. */
export type SessionData<Data> =
  | Partial<Data>
  | { user: Partial<Data extends { user?: infer Person } ? NonNullable<Person> : never> }
