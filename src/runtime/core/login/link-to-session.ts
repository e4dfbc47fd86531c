import type { AdapterUser } from '../../../adapters/contract.js'
import { InvalidCheck } from '../../../errors.js'
import type { App, Exchange } from '../lifetimes.js'
import { RECENT_SIGN_IN_SECONDS, requireRecentSignIn, sessionEnded } from '../sessions/recent-sign-in.js'
import type { LiveSession } from '../sessions/session-strategy.js'
import { sameId } from './identity.js'
import type { Linking } from './linking-flow.js'

/** The session that a login is added to, once more live at the end of the flow. */
export interface LinkedSession {
  readonly live: LiveSession
  /** `null` without an adapter. */
  readonly user: AdapterUser | null
}

/** Begins to add an account of a provider to the session of the request. Throws `InvalidCheck` where there is none. */
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
    `\`link\` was set for the provider '${id}', and no user is signed in. Sign in first.`,
  )
}

/**
 * Begins to add a login to the session of the request. Throws `ReauthenticationRequired` when its user signed in longer than
 * `within` seconds ago.
 */
export function beginLinking(live: LiveSession, within: number, { clock }: Pick<App, 'clock'>): Linking {
  const now = Math.floor(clock() / 1000)
  const signedIn = requireRecentSignIn(live, { within, began: now, now })
  return { userId: live.userId, signedIn, began: now, within }
}

/**
 * The session to link to, at the end of a flow: the one in which the flow began, and its user. The time of its sign-in is
 * compared again, because the cookie of a flow can be copied to another session.
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
  // A sealed session outlives its user, and would end the next sign-in here, too.
  sessions.clear(exchange)
  throw new InvalidCheck('The user who began this sign-in is not stored any more.')
}
