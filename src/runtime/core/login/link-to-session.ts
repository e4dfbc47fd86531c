import type { AdapterUser } from '../../../adapters/contract.js'
import { InvalidCheck } from '../../../errors.js'
import type { App, Exchange } from '../object-lifetimes.js'
import { RECENT_SIGN_IN_SECONDS, requireRecentSignIn } from '../sessions/recent-sign-in.js'
import type { LiveSession } from '../sessions/session-strategy.js'
import { sameId } from './identity.js'
import { type Linking, sessionEnded } from './linking-flow.js'

export interface LinkedSession {
  readonly live: LiveSession
  /** `null` without an adapter. */
  readonly user: AdapterUser | null
}

export async function beginAccountLinking(
  {
    id,
    linkWithin = RECENT_SIGN_IN_SECONDS,
  }: { readonly id: string; readonly linkWithin?: number | undefined },
  app: App,
  exchange: Exchange,
): Promise<Linking> {
  const live = await exchange.site.sessions.find(exchange)
  if (live) return beginLinking(live, linkWithin, app)
  throw new InvalidCheck(
    `\`link\` was set for the provider '${id}', but no user is signed in. Sign in first.`,
  )
}

export function beginLinking(live: LiveSession, within: number, { clock }: Pick<App, 'clock'>): Linking {
  const now = Math.floor(clock() / 1000)
  const signedIn = requireRecentSignIn(live, { within, began: now, now })
  return { userId: live.userId, signedIn, began: now, within }
}

/**
 * Returns the session to which an account is linked, or throws. Checks the time of the sign-in again, because
 * the cookie of a flow can be copied to another session.
 */
export async function requireLinking(
  { userId, signedIn, began, within }: Linking,
  { users, clock }: App,
  exchange: Exchange,
): Promise<LinkedSession> {
  const { sessions } = exchange.site
  const live = await sessions.find(exchange)
  if (!live || !sameId(live.userId, userId)) {
    throw sessionEnded()
  }
  const now = Math.floor(clock() / 1000)
  if (requireRecentSignIn(live, { within, began, now }) !== signedIn) {
    throw new InvalidCheck('The sign-in was started in another session of the user.')
  }
  const user = await users.userOf(live)
  if (user === undefined) return { live, user: null }
  if (user && sameId(user.id, userId)) return { live, user }
  // A sealed session stays valid after its user was deleted. Without its cookie, the next sign-in can
  // succeed.
  sessions.clear(exchange)
  throw new InvalidCheck('The user who started this sign-in was deleted.')
}
