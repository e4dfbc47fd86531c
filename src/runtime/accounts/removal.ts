import type { AdapterUser } from '../../adapters/contract.js'
import type { RemovalResult } from '../../model/account-management.js'
import { createMac } from '../crypto/mac.js'
import { randomToken } from '../crypto/random.js'
import type { LoginCapabilities, LoginExchange } from '../login/capabilities.js'
import { sameId } from '../login/identity.js'
import { isRecentSignIn, RECENT_SIGN_IN } from '../sessions/recent-sign-in.js'
import type { LiveSession } from '../sessions/session-strategy.js'
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
  remove(): Promise<void>
  /** Stores it again: it was removed at the moment when another request removed the others. */
  restore(): Promise<void>
}

/**
 * Removes a sign-in method of the signed-in user, unless it is the last one. Requests that remove two of them at the same time take turns
 * by the store. Processes without a shared one count again afterwards, and put back what was the last.
 *
 * @param find - Finds the method among those of the user.
 */
export async function removeMethod(
  find: (methods: StoredMethods, user: AdapterUser) => Removal | undefined,
  instance: LoginCapabilities,
  exchange: LoginExchange,
): Promise<RemovalResult & { readonly userId?: string }> {
  const signedIn = await signedInUser(instance, exchange)
  if (!signedIn) return { ok: false, reason: 'signedOut' }
  const { live, user } = signedIn
  const release = await takeTurn(user.id, instance)
  try {
    const before = await storedMethods(user.id, instance)
    const removal = find(before, user)
    if (!removal) return { ok: false, reason: 'notFound' }
    const now = Math.floor(instance.clock() / 1000)
    if (!isRecentSignIn(live, { within: removal.within ?? RECENT_SIGN_IN, began: now, now })) {
      return { ok: false, reason: 'reauthenticate' }
    }
    const { counts } = removal
    if (counts && (await countMethods(user, before, instance)) <= 1) return last
    await removal.remove()
    if (counts && (await countMethods(user, await storedMethods(user.id, instance), instance)) === 0) {
      await removal.restore()
      return last
    }
    return { ok: true, userId: user.id }
  } finally {
    await release()
  }
}

const last: RemovalResult = { ok: false, reason: 'lastSignInMethod' }

/** Seconds after which a turn ends whose process has died. */
const TURN = 10

/** Milliseconds for which a request waits for its turn, and between two attempts. */
const MAX_WAIT = 1_000
const PAUSE = 20

/** Waits until no other request removes a sign-in method of the user. Returns what ends the turn. */
async function takeTurn(
  userId: string,
  { store, secrets, logger }: LoginCapabilities,
): Promise<() => Promise<void>> {
  const key = `account-removal:${await createMac(secrets, 'account removal').sign(String(userId))}`
  const holder = randomToken(9)
  const giveUp = performance.now() + MAX_WAIT
  while (!(await store.compareAndSet(key, null, holder, TURN))) {
    // A request with so long a turn has died, or is slow: the count afterwards holds without it.
    if (performance.now() > giveUp) return async () => undefined
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
  return async () => {
    try {
      if ((await store.get(key)) === holder) await store.consume(key)
    } catch (error) {
      logger.debug('the turn of an account removal ends by itself', { error: String(error) })
    }
  }
}
