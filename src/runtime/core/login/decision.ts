import type { AdapterUser } from '../../../adapters/contract.js'
import type { Account } from '../../../model/account.js'
import type { IdentifiedUser } from '../../../model/user.js'
import type { Login } from '../sessions/session-strategy.js'

/** What a login is to write. */
export type Decision =
  /** Nothing: there is no database, or the application keeps its users itself. */
  | { readonly kind: 'unstored'; readonly user: IdentifiedUser }
  /** The address is the account, and it is a user's. */
  | { readonly kind: 'owner'; readonly user: AdapterUser }
  /** The address is the account, and no user has it yet. */
  | { readonly kind: 'join' }
  /** The account is known. */
  | { readonly kind: 'known'; readonly user: AdapterUser }
  /** The account becomes one more of a user's. */
  | { readonly kind: 'link'; readonly user: AdapterUser; readonly link: Account }
  /** A first sign-in was interrupted after the user was stored, as its record says, and is finished now. */
  | { readonly kind: 'resume'; readonly user: AdapterUser; readonly link: Account }
  /** The account is new, and so is its user. */
  | { readonly kind: 'create'; readonly link: Account }

/** Whom a login signs in, once everything of it is stored. */
export interface Stored extends Pick<Login, 'user' | 'isNewUser'> {
  /** The number of the last end of sign-ins that storing has caused, as `endSignIns` returned it. The login is not ended by it. */
  readonly lastEnding?: number
  /** Takes back what was stored, so that the next attempt is as this one was. */
  readonly undo?: () => Promise<unknown>
  /** Takes an account off the signed-in user again, for whom it was stored. */
  readonly unlink?: () => Promise<void>
}
