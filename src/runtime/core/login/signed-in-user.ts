import type { AdapterUser } from '../../../adapters/contract.js'
import type { Exchange } from '../object-lifetimes.js'
import type { LiveSession } from '../sessions/session-strategy.js'
import type { GuardedAdapter } from '../storage/guarded-adapter.js'
import { sameId } from './identity.js'

export interface SignedIn {
  readonly live: LiveSession
  readonly user: AdapterUser
}

/** Returns the signed-in user, or `null` if no user is signed in or the user was deleted. */
export async function findSignedIn(exchange: Exchange, adapter: GuardedAdapter): Promise<SignedIn | null> {
  const live = await exchange.site.sessions.find(exchange)
  if (!live) return null
  const user = live.strategy === 'database' ? live.user : await adapter.getUser(live.userId)
  return user && sameId(user.id, live.userId) ? { live, user } : null
}
