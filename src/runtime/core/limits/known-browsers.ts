import { isArrayOf, isNumber, isObjectOf, isString } from '../base/type-guards.js'
import { macTags } from '../crypto/mac.js'
import { randomToken } from '../crypto/random.js'
import { addCookies, type CookieExchange } from '../http/cookies.js'
import { openAll } from '../http/same-name-cookies.js'
import { endingName, wereEndedByName } from '../login/ended-sign-ins.js'
import type { Site } from '../object-lifetimes.js'
import { KNOWN_BROWSER_SECONDS } from './known-browser-lifetime.js'

export interface NamedAccount {
  readonly provider: string
  /** The exact name. `undefined` if the sign-in form has no name field. */
  readonly account: string | undefined
}

export interface KnownSignIn {
  readonly userId: string
  /** A counter, not a time: see the function `lastEnding`. */
  readonly lastEnding: number
}

interface KnownAccount {
  readonly tag: string
  /** The result of `endingName`. */
  readonly user: string
  readonly since: number
}

interface KnownBrowser {
  readonly id: string
  readonly signIns: readonly KnownAccount[]
}

const isKnownBrowser = isObjectOf<KnownBrowser>({
  id: isString,
  signIns: isArrayOf(isObjectOf<KnownAccount>({ tag: isString, user: isString, since: isNumber })),
})

/**
 * Browsers that have signed in to an account before. Accounts are compared by exact name, because a similar
 * name may belong to another user.
 */
export interface KnownBrowsers {
  /**
   * Returns the id of the browser if it has signed in to the account, unless the user's sign-ins were ended
   * later.
   */
  find(account: NamedAccount, exchange: CookieExchange): Promise<string | undefined>
  remember(account: NamedAccount, signIn: KnownSignIn, exchange: CookieExchange): Promise<void>
}

const MAX_ACCOUNTS = 10

/**
 * Stores known browsers in a cookie. Each sign-in sets a new sealed cookie with the existing id. So old
 * copies of the cookie share one count with the new cookie, and a sign-in to another account does not start a
 * new count.
 *
 * @see https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
export function siteBrowsers({ cookies, app }: Site): KnownBrowsers {
  const { knownBrowser: cookie } = cookies
  const sealer = app.sealer({ purpose: 'browser', audience: cookie.name })
  const mac = app.mac('known-browsers')
  /** Returns one tag under each secret, newest first. */
  const tagsOf = async ({ provider, account }: NamedAccount): Promise<readonly string[]> =>
    account === undefined ? [] : macTags(mac, JSON.stringify([provider, account]))
  const read = async ({ cookies }: CookieExchange): Promise<readonly KnownBrowser[]> =>
    (await openAll(cookie.name, cookies, sealer)).filter((opened) => isKnownBrowser(opened))
  return {
    async find(account, exchange) {
      const [browsers, tags] = [await read(exchange), await tagsOf(account)]
      for (const { id, signIns } of browsers) {
        const signIn = signIns.find(({ tag }) => tags.includes(tag))
        if (signIn && !(await wereEndedByName(signIn.since, signIn.user, app.commonStore))) return id
      }
      return undefined
    },
    async remember(account, { userId, lastEnding: since }, exchange) {
      const tags = await tagsOf(account)
      const [tag] = tags
      if (!tag) return
      const browsers = await read(exchange)
      const id = browsers[0]?.id ?? randomToken(9)
      const others = browsers.flatMap(({ signIns }) => signIns).filter((each) => !tags.includes(each.tag))
      const signIns = [{ tag, user: await endingName(userId), since }, ...others].slice(0, MAX_ACCOUNTS)
      const value = await sealer.seal({ id, signIns }, KNOWN_BROWSER_SECONDS)
      addCookies(exchange, [
        { name: cookie.name, value, options: { ...cookie.options, maxAge: KNOWN_BROWSER_SECONDS } },
      ])
    },
  }
}
