import type { AdapterUser } from '../../../adapters/contract.js'
import type { RemovalResult } from '../../../model/account.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { isRecentSignIn, RECENT_SIGN_IN_SECONDS } from '../../core/sessions/recent-sign-in.js'
import { signedInUser } from './account-adapter.js'
import { removalInProgress, underRemovalLocks } from './removal-lock.js'
import { countMethods, type StoredMethods, storedMethods } from './user-sign-in-methods.js'

export interface Removal {
  /** Whether the configuration offers this method for sign-in. If not, it may be removed as the last method. */
  readonly counts: boolean
  /**
   * Seconds after a sign-in during which the user can remove this method. `'always'` if the request contains
   * another proof, such as the password.
   */
  readonly within: number | 'always' | undefined
  /** Returns whether the method existed and belonged to the user. */
  remove(): Promise<boolean>
  /** Called if another request removed all other methods at the same time. */
  restore(): Promise<void>
}

/**
 * Removes a sign-in method, unless it is the last one. Two concurrent removals could remove the last two
 * methods, so methods are counted and removed under a lock. Some stores and databases have no lock across
 * processes, so the methods are counted again after the removal.
 */
export async function removeMethod(
  find: (methods: StoredMethods, user: AdapterUser) => Removal | undefined,
  app: App,
  exchange: Exchange,
): Promise<RemovalResult> {
  const signedIn = await signedInUser(app, exchange)
  if (!signedIn) return { ok: false, reason: 'signedOut' }
  const { live, user } = signedIn
  const check = async (): Promise<{ before: StoredMethods; removal: Removal } | RemovalResult> => {
    const before = await storedMethods(user.id, app)
    const removal = find(before, user)
    if (!removal) return { ok: false, reason: 'notFound' }
    const now = Math.floor(app.clock() / 1000)
    const { within = RECENT_SIGN_IN_SECONDS } = removal
    const isProven = within === 'always' || isRecentSignIn(live, { within, began: now, now })
    return isProven ? { before, removal } : { ok: false, reason: 'reauthenticate' }
  }
  // Check before taking the lock, so that a session that may not remove anything cannot block other requests of
  // its user.
  const early = await check()
  if ('ok' in early) return early
  return underRemovalLocks(user.id, app, async (locks) => {
    const found = await check()
    if ('ok' in found) return found
    const { before, removal } = found
    const { counts } = removal
    if (counts && (await countMethods(user, before, app)) <= 1) return lastMethod
    for (const lock of locks) if (!(await lock.extend())) throw removalInProgress()
    try {
      if (!(await removal.remove())) return { ok: false, reason: 'notFound' }
      if (counts && (await countMethods(user, await storedMethods(user.id, app), app)) === 0) {
        await removal.restore()
        return lastMethod
      }
    } catch (error) {
      // The database may still execute the removal, so the locks must not be released now.
      for (const lock of locks) lock.leaveToExpire()
      throw error
    }
    return { ok: true }
  })
}

const lastMethod: RemovalResult = { ok: false, reason: 'lastSignInMethod' }
