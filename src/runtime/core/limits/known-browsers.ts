import { isArrayOf, isObjectOf, isString } from '../base/type-guards.js'
import { macTag } from '../crypto/mac.js'
import { randomToken } from '../crypto/random.js'
import { openAll } from '../http/cookie-values.js'
import { addCookies, type CookieExchange } from '../http/cookies.js'
import type { Site } from '../lifetimes.js'

/** An account as a form names it. */
interface NamedAccount {
  readonly provider: string
  /** The exact name; `undefined` if the form has none. */
  readonly account: string | undefined
}

interface KnownBrowser {
  readonly id: string
  readonly accounts: readonly string[]
}

const isKnownBrowser = isObjectOf<KnownBrowser>({ id: isString, accounts: isArrayOf(isString) })

/** The accounts that a browser has signed in to, by their exact names: a look-alike name may be another user's. */
export interface KnownBrowsers {
  /** The id of the browser that sent the request, if it has signed in to the account before. */
  find(account: NamedAccount, exchange: CookieExchange): Promise<string | undefined>
  /** Remembers that the browser has signed in to the account. */
  remember(account: NamedAccount, exchange: CookieExchange): Promise<void>
}

/** Seconds for which a browser is known after a sign-in: half a year. */
const MAX_AGE_SECONDS = 180 * 86_400

/** Accounts that one browser is known for. The one with the oldest sign-in is dropped. */
const MAX_ACCOUNTS = 10

/**
 * Recognizes browsers by a sealed cookie, which does not sign anyone in. Each sign-in sets a new cookie with the id of the one before, so
 * that copies of any age share one count, and a sign-in to another account does not start a new one. The cookie contains MACs of the
 * accounts, which do not reveal who signed in.
 *
 * @see https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
export function siteBrowsers({ cookies, app }: Site): KnownBrowsers {
  const { knownBrowser: cookie } = cookies
  const sealer = app.sealer({ purpose: 'browser', audience: cookie.name })
  const mac = app.mac('known-browsers')
  const tagOf = async ({ provider, account }: NamedAccount): Promise<string | undefined> =>
    account === undefined ? undefined : macTag(mac, JSON.stringify([provider, account]))
  const read = async ({ cookies }: CookieExchange): Promise<readonly KnownBrowser[]> =>
    (await openAll(cookie.name, cookies, sealer)).filter((opened) => isKnownBrowser(opened))
  return {
    async find(account, exchange) {
      const [browsers, tag] = [await read(exchange), await tagOf(account)]
      return tag && browsers.find(({ accounts }) => accounts.includes(tag))?.id
    },
    async remember(account, exchange) {
      const tag = await tagOf(account)
      if (!tag) return
      const browsers = await read(exchange)
      const id = browsers[0]?.id ?? randomToken(9)
      const before = new Set(browsers.flatMap(({ accounts }) => accounts))
      const accounts = [tag, ...[...before].filter((each) => each !== tag)].slice(0, MAX_ACCOUNTS)
      const value = await sealer.seal({ id, accounts }, MAX_AGE_SECONDS)
      addCookies(exchange, [
        { name: cookie.name, value, options: { ...cookie.options, maxAge: MAX_AGE_SECONDS } },
      ])
    },
  }
}
