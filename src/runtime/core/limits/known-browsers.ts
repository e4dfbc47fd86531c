import { isArrayOf, isNumber, isObjectOf, isString } from '../base/type-guards.js'
import { macTag } from '../crypto/mac.js'
import { randomToken } from '../crypto/random.js'
import { openAll } from '../http/cookie-values.js'
import { addCookies, type CookieExchange } from '../http/cookies.js'
import type { Site } from '../lifetimes.js'
import { endingName, KNOWN_BROWSER_SECONDS, wereEndedByName } from '../login/ended-sign-ins.js'

/** An account as a form names it. */
interface NamedAccount {
  readonly provider: string
  /** The exact name; `undefined` if the form has none. */
  readonly account: string | undefined
}

/** A sign-in that makes a browser known. */
export interface KnownSignIn {
  readonly userId: string
  /** The last end of sign-ins when it began, as `lastEnding` returned it. */
  readonly lastEnding: number
}

/** An account that a browser has signed in to. */
interface KnownAccount {
  /** Names the account as the form does. */
  readonly tag: string
  /** Its user, as `endingName` names them. */
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

/** The accounts that a browser has signed in to, by their exact names: a look-alike name may be another user's. */
export interface KnownBrowsers {
  /** The id of the browser that sent the request, if it has signed in to the account, and the sign-ins of the user have not been ended since then. */
  find(account: NamedAccount, exchange: CookieExchange): Promise<string | undefined>
  /** Remembers that the browser has signed in to the account. */
  remember(account: NamedAccount, signIn: KnownSignIn, exchange: CookieExchange): Promise<void>
}

/** Accounts that one browser is known for. The one with the oldest sign-in is dropped. */
const MAX_ACCOUNTS = 10

/**
 * Recognizes browsers by a sealed cookie, which does not sign anyone in. Each sign-in sets a new cookie with the id of the one before, so
 * that copies of any age share one count, and a sign-in to another account does not start a new one. The cookie contains MACs of the
 * accounts, which do not reveal who signed in. A cookie of an earlier version, which names no users, makes no browser known.
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
      for (const { id, signIns } of browsers) {
        const known = signIns.find((each) => each.tag === tag)
        if (known && !(await wereEndedByName(known.since, known.user, app.commonStore))) return id
      }
      return undefined
    },
    async remember(account, { userId, lastEnding: since }, exchange) {
      const tag = await tagOf(account)
      if (!tag) return
      const browsers = await read(exchange)
      const id = browsers[0]?.id ?? randomToken(9)
      const others = browsers.flatMap(({ signIns }) => signIns).filter((each) => each.tag !== tag)
      const signIns = [{ tag, user: await endingName(userId), since }, ...others].slice(0, MAX_ACCOUNTS)
      const value = await sealer.seal({ id, signIns }, KNOWN_BROWSER_SECONDS)
      addCookies(exchange, [
        { name: cookie.name, value, options: { ...cookie.options, maxAge: KNOWN_BROWSER_SECONDS } },
      ])
    },
  }
}
