import type { AdapterUser } from '../../../adapters/contract.js'
import type { Awaitable } from '../../../model/awaitable.js'
import type { Exchange } from '../object-lifetimes.js'
import type { LiveSession } from '../sessions/session-strategy.js'
import type { Decision, Stored } from './decision.js'
import type { Identity } from './identity.js'

export interface UserStore {
  /**
   * Decides which user the login signs in, and what it stores. Throws if the login is refused.
   *
   * @param current - The user who was signed in when the flow began, and still is.
   */
  decide(identity: Identity, current: AdapterUser | null): Promise<Decision>
  store(identity: Identity, decision: Decision, exchange: Exchange): Promise<Stored>
  /** Restores the single-use records that `decide` used, if the login is canceled. */
  release(decision: Decision): Promise<void>
  /** Throws if the account no longer belongs to the user, or the password of the login has changed. */
  requireAttached(identity: Identity, userId: string): Promise<void>
  /**
   * Returns the stored user of a session. Returns `null` if the user was deleted, and `undefined` if users
   * are not stored.
   */
  userOf(live: LiveSession): Awaitable<AdapterUser | null | undefined>
}
