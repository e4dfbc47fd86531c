import { isArrayOf, isNumber, isObjectOf, isString } from '../base/type-guards.js'
import { macTags } from '../crypto/mac.js'
import { randomToken } from '../crypto/random.js'
import { openAll } from '../http/cookie-values.js'
import { addCookies, type CookieExchange } from '../http/cookies.js'
import type { Site } from '../lifetimes.js'
import { endingName, KNOWN_BROWSER_SECONDS, wereEndedByName } from '../login/ended-sign-ins.js'

/** An account, as named in a form. */
export interface NamedAccount {
  /** The provider. Each provider has separate accounts. */
  readonly provider: string
  /** The exact name; `undefined` if the form has no name. */
  readonly account: string | undefined
}

/** A sign-in that makes a browser known. */
export interface KnownSignIn {
  readonly userId: string
  /** The result of `lastEnding` when this sign-in began. It is a counter, not a time. */
  readonly lastEnding: number
}

/** An account that a browser has signed in to. */
interface KnownAccount {
  /** Identifies the account by its name in the form. */
  readonly tag: string
  /** Identifies the user of the account, as returned by `endingName`. */
  readonly user: string
  /** The result of `lastEnding` when the sign-in began. */
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

/** The accounts that a browser has signed in to, by exact name. A similar name may belong to another user. */
export interface KnownBrowsers {
  /**
   * Returns the id of the browser if it has signed in to the account, and the user's sign-ins were not ended
   * since.
   */
  find(account: NamedAccount, exchange: CookieExchange): Promise<string | undefined>
  /** Remembers that the browser has signed in to the account. */
  remember(account: NamedAccount, signIn: KnownSignIn, exchange: CookieExchange): Promise<void>
}

/** Maximum number of accounts per browser. The account with the oldest sign-in is removed first. */
const MAX_ACCOUNTS = 10

/**
 * Recognizes browsers by a sealed cookie, which does not sign anyone in. Each sign-in sets a new cookie with
 * the existing id. So old copies of the cookie share one count with the new cookie, and a sign-in to another
 * account does not start a new count. The cookie contains MACs of the accounts, which do not reveal who
 * signed in. Cookies of an earlier version of Authwright do not contain users, and are ignored.
 *
 * @see https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
export function siteBrowsers({ cookies, app }: Site): KnownBrowsers {
  const { knownBrowser: cookie } = cookies
  const sealer = app.sealer({ purpose: 'browser', audience: cookie.name })
  const mac = app.mac('known-browsers')
  /** The tags of the account under each secret, newest first. */
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
