import { isArrayOf, isObjectOf, isString } from '../base/type-guards.js'
import { randomToken } from '../crypto/random.js'
import { addCookies, type CookieExchange } from '../http/cookies.js'
import type { Site } from '../lifetimes.js'

interface KnownBrowser {
  readonly id: string
  readonly accounts: readonly string[]
}

const isKnownBrowser = isObjectOf<KnownBrowser>({ id: isString, accounts: isArrayOf(isString) })

/** Which accounts a browser has signed in to. */
export interface KnownBrowsers {
  /** The id of the browser that the request comes from, where it has signed in to the account before. */
  find(account: string, exchange: CookieExchange): Promise<string | undefined>
  /** Remembers that the browser has signed in to the account. */
  remember(account: string, exchange: CookieExchange): Promise<void>
}

/** Seconds for which a browser is known after a sign-in: half a year. */
const MAX_AGE_SECONDS = 180 * 86_400

/** Accounts that one browser is known for; the one that signed in longest ago gives way. */
const MAX_ACCOUNTS = 10

/**
 * Recognises browsers by a sealed cookie, which has no other use: it signs no user in. Each sign-in sets a new one with the id of the
 * one before: copies, however old, share one count, and a sign-in to another account begins no new one.
 *
 * @param accounts are named by a MAC, so that a cookie does not reveal who signed in.
 * @see https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
export function siteBrowsers({ cookies, app }: Site): KnownBrowsers {
  const { knownBrowser: cookie } = cookies
  const sealer = app.sealer({ purpose: 'browser', audience: cookie.name })
  const read = async ({ cookies }: CookieExchange): Promise<KnownBrowser | undefined> => {
    const value = cookies.get(cookie.name)
    const opened = value === undefined ? null : await sealer.open(value)
    return isKnownBrowser(opened) ? opened : undefined
  }
  return {
    async find(account, exchange) {
      const known = await read(exchange)
      return known?.accounts.includes(account) ? known.id : undefined
    },
    async remember(account, exchange) {
      const { id = randomToken(9), accounts: known = [] } = (await read(exchange)) ?? {}
      const accounts = [account, ...known.filter((each) => each !== account)].slice(0, MAX_ACCOUNTS)
      const value = await sealer.seal({ id, accounts }, MAX_AGE_SECONDS)
      addCookies(exchange, [
        { name: cookie.name, value, options: { ...cookie.options, maxAge: MAX_AGE_SECONDS } },
      ])
    },
  }
}
