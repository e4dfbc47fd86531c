import type { AdapterUser as StoredUser } from '../adapters/contract.js'
import type { Account as CoreAccount } from '../model/account.js'
import type { JWT as CoreJWT } from '../model/jwt.js'
import type { User } from '../model/user.js'

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

/** The fields of every user. */
export interface DefaultUser extends User {}
