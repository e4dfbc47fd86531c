import type { AdapterUser } from '../../../adapters/contract.js'
import type { Instance } from '../../compile.js'
import type { Exchange } from '../../http/exchange.js'
import { sameId } from '../../login/same-id.js'
import type { LiveSession } from '../../sessions/session-strategy.js'
import { adapterOf } from './adapter-of.js'

/** A session and its stored user. */
export interface SignedInUser {
  readonly live: LiveSession
  readonly user: AdapterUser
}

/** The request's session and its stored user; `null` where nobody is signed in, or whoever is has been deleted. */
export async function signedInUser(instance: Instance, exchange: Exchange): Promise<SignedInUser | null> {
  const live = await exchange.site.sessions.find(exchange)
  if (!live) return null
  const user = live.strategy === 'database' ? live.user : await adapterOf(instance).getUser(live.userId)
  return user && sameId(user.id, live.userId) ? { live, user } : null
}
