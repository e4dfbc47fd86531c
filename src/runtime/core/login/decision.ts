import type { AdapterUser } from '../../../adapters/contract.js'
import type { Account } from '../../../model/account.js'
import type { IdentifiedUser } from '../../../model/user.js'
import type { Login } from '../sessions/session-strategy.js'

export type Decision =
  /**
   * The login writes nothing: there is no database, the application stores its users itself, or the claim is
   * `none`, as for a user that `authorize` returned.
   */
  | { readonly kind: 'unstored'; readonly user: IdentifiedUser }
  /** The e-mail address belongs to an existing user. No account is stored. */
  | { readonly kind: 'owner'; readonly user: AdapterUser }
  /** No account is stored. The e-mail address has no user yet, or a user whose sign-up is unfinished. */
  | { readonly kind: 'join' }
  /** The account is already linked to this user, or the user signs in with the stored password. */
  | { readonly kind: 'known'; readonly user: AdapterUser }
  | { readonly kind: 'link'; readonly user: AdapterUser; readonly link: Account }
  /** Finishes a first sign-in that was interrupted after its user was stored. */
  | { readonly kind: 'resume'; readonly user: AdapterUser; readonly link: Account }
  | { readonly kind: 'create'; readonly link: Account }

export interface Stored extends Pick<Login, 'user' | 'isNewUser'> {
  /** The result of `endSignIns`, if this login ended earlier sign-ins of the user. */
  readonly lastEnding?: number
  /** Removes the user or the account that this login added. */
  readonly undo?: () => Promise<unknown>
  /** Removes the account that this login added to an existing user. */
  readonly unlink?: () => Promise<void>
}
