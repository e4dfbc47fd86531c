import { backgroundWork } from '../background-work.js'
import { asError } from '../base/as-error.js'
import { lastEnding } from '../login/ended-sign-ins.js'
import type { App, Exchange } from '../object-lifetimes.js'
import { type AttemptedAccount, attemptCounts, forgetAttempt } from './attempt-counts.js'
import { clientAddressOf, warnOfAddress } from './client-address.js'
import { count, counterParts } from './counter.js'
import { limitPolicies } from './default-limits.js'
import { delayAbove } from './global-limit.js'
import { siteBrowsers } from './known-browsers.js'

export interface Attempt {
  /** The result of the function `lastEnding` when the attempt began: a counter, not a time. */
  readonly lastEnding: number
  /**
   * Removes the attempt from the counts, and remembers that the browser has signed in to the account.
   *
   * @param userId - Without it, the browser is not remembered.
   * @param lastEnding - The result of `endSignIns`, if this sign-in has ended all earlier sign-ins of the user.
   */
  succeeded(userId?: string, lastEnding?: number): Promise<void>
}

export interface Attempts {
  /** Counts an attempt before it is made. Throws `RateLimited` after too many attempts. */
  begin(account: AttemptedAccount, exchange: Exchange): Promise<Attempt>
}

/**
 * Counts sign-in attempts. A browser that has signed in to the account before is counted separately, so that
 * guesses do not lock out the owner.
 *
 * @see https://pages.nist.gov/800-63-4/sp800-63b.html#throttle
 */
export function createAttempts(app: App): Attempts {
  const parts = counterParts(app)
  const { global } = limitPolicies(app.spec.options.limits)
  const countsOf = attemptCounts(app)
  const addressOf = clientAddressOf(app)
  const background = app.host.get(backgroundWork)
  return {
    async begin(account, exchange) {
      const browsers = exchange.site.get(siteBrowsers)
      const browser = await browsers.find(account, exchange)
      const address = addressOf(exchange.request)
      warnOfAddress(address, exchange.request, app)
      const counts = await countsOf(account, { browser, address })
      const [attempts, ending] = await Promise.all([count(counts, parts), lastEnding(app.commonStore)])
      if (global) await delayAbove(global, attempts, app)
      return {
        lastEnding: ending,
        async succeeded(userId, since = ending) {
          // The value from before the attempt, because the user's sign-ins may have been ended since.
          if (userId !== undefined) await browsers.remember(account, { userId, lastEnding: since }, exchange)
          // The sign-in has succeeded, even if the counts cannot be updated.
          const forgotten = forgetAttempt(attempts, parts)
          background.run(forgotten.catch((error: unknown) => app.logger.error(asError(error))))
        },
      }
    },
  }
}
