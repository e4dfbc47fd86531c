import * as v from 'valibot'
import type { AdapterUser } from '../../adapters/contract.js'
import { InvalidCheck, MissingAdapter } from '../../errors.js'
import { RECENT_SIGN_IN, requireRecentSignIn, signedInAt } from '../sessions/recent-sign-in.js'
import { sessionEnded } from '../sessions/session-ended.js'
import type { LiveSession } from '../sessions/session-strategy.js'
import type { LoginCapabilities, LoginExchange } from './capabilities.js'
import { sameId } from './identity.js'

/** The session to which a login is to be added. Every flow that adds one seals it in its cookie when it begins. */
export interface Linking {
  readonly userId: string
  /** When its user signed in, in seconds since 1970: so the sign-in of a session is known in the one that replaces it when a login is added. */
  readonly signedIn: number
  /** When the flow began, in seconds since 1970. */
  readonly began: number
  /** The most seconds between the sign-in and the beginning of the flow. */
  readonly within: number
}

export const LinkingSchema: v.GenericSchema<Linking> = v.object({
  userId: v.string(),
  signedIn: v.number(),
  began: v.number(),
  within: v.number(),
})

/** The session that a login is added to, once more live at the end of the flow. */
export interface LinkedSession {
  readonly live: LiveSession
  /** `null` without an adapter. */
  readonly user: AdapterUser | null
}

/** What a sign-in does with the account: links it to the signed-in user, and has the target say how that ended, which an error page says otherwise. */
export type LinkRequest = 'link' | 'report' | undefined

/** Whether a form, a JSON body or a call requests that the account is linked. */
export function linkRequest(value: unknown): LinkRequest {
  if (value === 'report') return 'report'
  return value === true || value === 'true' ? 'link' : undefined
}

/** Begins to add an account of a provider to the session of the request. Throws `MissingAdapter` or `InvalidCheck` where there is none. */
export async function beginAccountLinking(
  { id, linkWithin = RECENT_SIGN_IN }: { readonly id: string; readonly linkWithin?: number | undefined },
  instance: LoginCapabilities,
  exchange: LoginExchange,
): Promise<Linking> {
  if (!instance.adapter) {
    throw new MissingAdapter(
      `\`link\` was set for the provider '${id}'. Accounts are linked in a database: add an adapter.`,
    )
  }
  const live = await exchange.context.sessions.find(exchange)
  if (live) return beginLinking(live, linkWithin, instance)
  throw new InvalidCheck(
    `\`link\` was set for the provider '${id}', and no user is signed in. Sign in first.`,
  )
}

/**
 * Begins to add a login to the session of the request. Throws `ReauthenticationRequired` when its user signed in longer than
 * `within` seconds ago.
 */
export function beginLinking(
  live: LiveSession,
  within: number,
  { clock }: Pick<LoginCapabilities, 'clock'>,
): Linking {
  const now = Math.floor(clock() / 1000)
  requireRecentSignIn(live, { within, began: now, now })
  // A session that does not say when its user signed in has no recent sign-in.
  return { userId: live.userId, signedIn: signedInAt(live) ?? 0, began: now, within }
}

/**
 * The session to link to, at the end of a flow: the one in which the flow began, and its user. The time of its sign-in is
 * compared again, because the cookie of a flow can be copied to another session.
 */
export async function requireLinking(
  { userId, signedIn, began, within }: Linking,
  { adapter, clock }: LoginCapabilities,
  exchange: LoginExchange,
): Promise<LinkedSession> {
  const { sessions } = exchange.context
  const live = await sessions.find(exchange)
  if (!live || !sameId(live.userId, userId)) {
    throw sessionEnded()
  }
  requireRecentSignIn(live, { within, began, now: Math.floor(clock() / 1000) })
  if (signedInAt(live) !== signedIn) {
    throw new InvalidCheck('The sign-in was started in another session of the user.')
  }
  if (!adapter) return { live, user: null }
  const user = live.strategy === 'database' ? live.user : await adapter.getUser(live.userId)
  if (user && sameId(user.id, userId)) return { live, user }
  // A sealed session outlives its user, and would end the next sign-in here, too.
  sessions.clear(exchange)
  throw new InvalidCheck('The user who began this sign-in is not stored any more.')
}
