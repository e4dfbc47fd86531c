import type { AdapterUser } from '../../../adapters/contract.js'
import type { Awaitable } from '../../../model/awaitable.js'
import type { Exchange } from '../lifetimes.js'
import type { LiveSession } from '../sessions/session-strategy.js'
import type { Decision, Stored } from './decision.js'
import type { Identity } from './identity.js'

/** Where users and their accounts are stored. */
export interface UserStore {
  /**
   * Decides what a login is to write. Throws `OAuthAccountNotLinked` when the account, or its e-mail address, belongs to another user.
   *
   * @param current - The user who was signed in when the flow began, and still is.
   */
  decide(identity: Identity, current: AdapterUser | null): Promise<Decision>
  store(identity: Identity, decision: Decision, exchange: Exchange): Promise<Stored>
  /** Restores single-use records that `decide` has consumed, if the login is not carried out. */
  release(decision: Decision): Promise<void>
  /** Throws `AccountNotLinked` if the account is no longer the user's. */
  requireAttached(identity: Identity, userId: string): Promise<void>
  /** The user of a session to which a login is added; `null` if they were deleted, `undefined` if users are not stored. */
  userOf(live: LiveSession): Awaitable<AdapterUser | null | undefined>
}
