import type { AdapterUser } from '../../adapters/contract.js'
import type { RemovalResult } from '../../model/account-management.js'
import type { LoginCapabilities, LoginExchange } from '../login/capabilities.js'
import { sameId } from '../login/identity.js'
import { isRecentSignIn, RECENT_SIGN_IN } from '../sessions/recent-sign-in.js'
import type { LiveSession } from '../sessions/session-strategy.js'
import type { GuardedAdapter } from '../storage/guarded-adapter.js'
import { inTurn } from './removal-turn.js'
import { accountAdapter, countMethods, type StoredMethods, storedMethods } from './sign-in-methods.js'

/** A signed-in user with the session of the request. */
export interface SignedIn {
  readonly live: LiveSession
  readonly user: AdapterUser
}

/** The stored user of the session that a request carries; `null` where there is none. */
export async function signedInUser(
  instance: LoginCapabilities,
  exchange: LoginExchange,
): Promise<SignedIn | null> {
  const adapter = accountAdapter(instance)
  const live = await exchange.context.sessions.find(exchange)
  if (!live) return null
  const user = live.strategy === 'database' ? live.user : await adapter.getUser(live.userId)
  return user && sameId(user.id, live.userId) ? { live, user } : null
}

/** One sign-in method, and how it is removed and put back. */
export interface Removal {
  /** Whether the configuration signs in with it. One that it does not is never the last. */
  readonly counts: boolean
  /** Seconds since the sign-in within which it can be removed. */
  readonly within: number | undefined
  /** Says whether it was there, and the user's. */
  remove(): Promise<boolean>
  /** Stores it again: it was removed at the moment when another request removed the others. */
  restore(): Promise<void>
}

/** Does work in a transaction where the adapter has them. */
export function whole<Result>(
  adapter: GuardedAdapter,
  work: (inside: GuardedAdapter) => Promise<Result>,
): Promise<Result> {
  return adapter.has('inTransaction') ? adapter.inTransaction(work) : work(adapter)
}

/**
 * Removes a sign-in method of the signed-in user, unless it is the last one. Requests that remove two of them at the same time take
 * turns: a process that dies in between leaves the other methods, because none is removed without the turn in which they were counted. Where neither
 * store nor database can give turns to several processes, each counts again afterwards, and puts back what was the last.
 *
 * @param find - Finds the method among those of the user.
 */
export async function removeMethod(
  find: (methods: StoredMethods, user: AdapterUser) => Removal | undefined,
  instance: LoginCapabilities,
  exchange: LoginExchange,
): Promise<RemovalResult> {
  const signedIn = await signedInUser(instance, exchange)
  if (!signedIn) return { ok: false, reason: 'signedOut' }
  const { live, user } = signedIn
  const attempt = async (): Promise<{ before: StoredMethods; removal: Removal } | RemovalResult> => {
    const before = await storedMethods(user.id, instance)
    const removal = find(before, user)
    if (!removal) return { ok: false, reason: 'notFound' }
    const now = Math.floor(instance.clock() / 1000)
    const isRecent = isRecentSignIn(live, { within: removal.within ?? RECENT_SIGN_IN, began: now, now })
    return isRecent ? { before, removal } : { ok: false, reason: 'reauthenticate' }
  }
  // Before the turn, too: a session that may remove nothing must not keep others of its user waiting.
  const early = await attempt()
  if ('ok' in early) return early
  return inTurn(user.id, instance, async (requireTurn) => {
    const found = await attempt()
    if ('ok' in found) return found
    const { before, removal } = found
    const { counts } = removal
    if (counts && (await countMethods(user, before, instance)) <= 1) return last
    await requireTurn()
    if (!(await removal.remove())) return { ok: false, reason: 'notFound' }
    if (counts && (await countMethods(user, await storedMethods(user.id, instance), instance)) === 0) {
      await removal.restore()
      return last
    }
    return { ok: true }
  })
}

const last: RemovalResult = { ok: false, reason: 'lastSignInMethod' }
