import { backgroundWork } from '../background-work.js'
import { asError } from '../base/as-error.js'
import { delay } from '../base/delay.js'
import { macTag } from '../crypto/mac.js'
import type { App, Exchange } from '../lifetimes.js'
import { lastEnding } from '../login/ended-sign-ins.js'
import { clientAddress, warnOfAddress } from './client-address.js'
import { type Counted, type CountedAttempt, type CounterParts, count, takeBack } from './counter.js'
import { foldedName } from './folded-name.js'
import { siteBrowsers } from './known-browsers.js'
import { limitParts } from './limit-parts.js'
import { type LimitName, type LimitPolicies, limitPolicies } from './limit-policies.js'

/** The account at which a client guesses. */
export interface Guess {
  /** The provider. Each provider has separate accounts. */
  readonly provider: string
  /** Name of the account from the form; `undefined` if the form has none. */
  readonly account: string | undefined
}

/** An accepted attempt. */
export interface Attempt {
  /**
   * The number of ended sign-ins, of all users, when the attempt began: the result of `lastEnding`. It is a counter, not a time.
   */
  readonly lastEnding: number
  /**
   * Removes the attempt from the counts, and remembers that the browser has signed in to the account.
   *
   * @param userId - The user of the account. By default, the browser is not remembered, because there was no
   * sign-in.
   */
  succeeded(userId?: string): Promise<void>
}

/** Rate limit for guesses. */
export interface Attempts {
  /** Counts an attempt before it is made. Throws `RateLimited` after too many. */
  begin(guess: Guess, exchange: Exchange): Promise<Attempt>
}

/** All attempts are delayed above the global limit, and refused above this multiple of it. */
const REFUSAL_FACTOR = 10

/** Delay per multiple of the limit. */
const DELAY_MS = 1_000
const MAX_DELAY_MS = 1_500

/**
 * Limits attempts by IP address, by account, by both and in total. A browser that has signed in to the
 * account before is counted separately, so that guesses do not lock out the owner.
 *
 * Keys are MACs, so the store contains neither accounts nor IP addresses. Applications that share a store
 * are counted separately. Tenants share only the counts per IP address.
 *
 * @see https://pages.nist.gov/800-63-4/sp800-63b.html#throttle
 */
export function createAttempts(app: App): Attempts {
  const parts = limitParts(app, 'attempts')
  const { logger, warnOnce, keys } = parts
  const background = app.host.get(backgroundWork)
  const mac = app.mac('attempts')
  const { global, ...others } = limitPolicies(parts.limits)
  // A global limit would let one client lock out all others, so it delays attempts first.
  const policies: LimitPolicies = {
    ...others,
    ...(global && { global: { ...global, max: global.max * REFUSAL_FACTOR } }),
  }
  const addressOf = clientAddress({ ...parts, option: parts.clientAddress })

  // The key of a count is a MAC of its strings. This string keeps the keys of earlier versions, so that their counts continue.
  const countedAccount = async ({ provider, account }: Guess): Promise<string | undefined> =>
    account === undefined
      ? undefined
      : macTag(mac, JSON.stringify(['account', provider, foldedName(account)]))

  const countedUnder = async (names: readonly CountName[]): Promise<readonly NamedCount[]> => {
    const counted = names.map(async ({ limit, texts, form }): Promise<readonly NamedCount[]> => {
      const policy = policies[limit]
      if (!policy) return []
      const text = JSON.stringify([limit, ...texts])
      const key = limit === 'address' ? keys.ofAll : keys.ofTenant
      return [{ policy, key: await key(`attempts-${limit}`, text), form }]
    })
    return (await Promise.all(counted)).flat()
  }

  return {
    async begin(guess, exchange) {
      const browsers = exchange.site.get(siteBrowsers)
      const { provider, account: name } = guess
      const account = await countedAccount(guess)
      const browser = await browsers.find(guess, exchange)
      const address = addressOf(exchange.request)
      warnOfAddress(address, exchange.request, parts)
      // A browser that is known is known for the exact name. Failures at an account of a similar name do not count for it.
      const exact = JSON.stringify([provider, name])
      const counted = await countedUnder(
        browser
          ? [
              { limit: 'browser', texts: [exact, browser] },
              { limit: 'browsers', texts: [exact] },
            ]
          : namesOf({ account, exact, address }),
      )
      const [attempts, ending] = await Promise.all([count(counted, parts), lastEnding(app.commonStore)])
      const all = attempts.find(({ policy }) => policy.name === 'global')
      if (global && all && all.count > global.max) {
        warnOnce(
          'sign-ins-delayed',
          `There were more than ${global.max} attempts to sign in within ${global.window} seconds (limits.global), so further attempts are delayed. Attempts in browsers that have signed in before are not delayed.`,
        )
        await delay(Math.min(MAX_DELAY_MS, (DELAY_MS * all.count) / global.max))
      }
      return {
        lastEnding: ending,
        async succeeded(userId) {
          // Uses the number from the beginning, because the user's sign-ins may have been ended since.
          if (userId !== undefined) await browsers.remember(guess, { userId, lastEnding: ending }, exchange)
          // The sign-in has succeeded, even if the counts cannot be updated. The response does not wait for them.
          background.run(forget(attempts, parts).catch((error: unknown) => logger.error(asError(error))))
        },
      }
    },
  }
}

/** The limit of a count, and the strings that identify the count. */
interface CountName {
  readonly limit: LimitName
  readonly texts: readonly string[]
  /** The form of the account's name, for the two counts per IP address and account. */
  readonly form?: 'folded' | 'exact'
}

interface NamedCount extends Counted {
  readonly form: CountName['form']
}

interface NameParts {
  /** The account by its folded name. */
  readonly account: string | undefined
  /** The account by its exact name. */
  readonly exact: string
  readonly address: string | undefined
}

/**
 * The limits of an unknown browser. Failures per IP address are also counted by the exact name. A success
 * resets only these, because a similar name may belong to another user.
 */
function namesOf({ account, exact, address }: NameParts): readonly CountName[] {
  const names: CountName[] = [{ limit: 'global', texts: [] }]
  if (address) names.push({ limit: 'address', texts: [address] })
  if (account) names.push({ limit: 'account', texts: [account] })
  if (account && address) {
    names.push(
      { limit: 'addressAndAccount', texts: [account, address], form: 'folded' },
      { limit: 'addressAndAccount', texts: [account, address, exact], form: 'exact' },
    )
  }
  return names
}

/**
 * Removes a successful attempt from the counts, together with earlier failures from the same browser, or for
 * the same exact name and IP address. The other counts keep their failures. Otherwise an attacker with an
 * account could reset the counts of guesses at other accounts.
 */
async function forget(
  attempts: readonly (CountedAttempt & NamedCount)[],
  parts: CounterParts,
): Promise<void> {
  const folded = attempts.find(({ form }) => form === 'folded')
  const exact = attempts.find(({ form }) => form === 'exact')
  const isEnded = (each: CountedAttempt): boolean => each.policy.name === 'browser' || each === exact
  const others = attempts.filter((each) => each !== folded && !isEnded(each))
  const end = async ({ key }: CountedAttempt): Promise<void> => {
    const count = Number(await parts.store.consume(key))
    // If there are several sign-ins at once, only one removes all attempts for the exact name from the folded
    // count. A known browser has no folded count.
    if (folded) await takeBack([folded], parts, count)
  }
  await Promise.all(attempts.filter(isEnded).map(end))
  await takeBack(others, parts)
}
