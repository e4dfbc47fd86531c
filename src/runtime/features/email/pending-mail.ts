import { isNumber, isObjectOf, isOptional, isString } from '../../core/base/type-guards.js'
import { fitsIntoCookie } from '../../core/http/cookie-value-size.js'
import { addCookies, type CookieExchange, clearChunked } from '../../core/http/cookies.js'
import { openAll } from '../../core/http/same-name-cookies.js'
import type { Site } from '../../core/object-lifetimes.js'

/** Contents of the sealed cookie in the browser that requested a mail. */
export interface PendingMail {
  /** Identifies the mail in the count of guessed codes. */
  readonly id: string
  readonly provider: string
  readonly address: string
  readonly token: string
  readonly code: string
  /** Missing if it would not fit into the cookie. */
  readonly callbackUrl?: string | undefined
  /** In milliseconds since 1970. */
  readonly expires: number
  /** A random id of the request whose response set the cookie. */
  readonly request?: string | undefined
  /** Data of the sign-in, sealed for the e-mail address. */
  readonly state?: string | undefined
}

const isPendingMail = isObjectOf<PendingMail>({
  id: isString,
  provider: isString,
  address: isString,
  token: isString,
  code: isString,
  callbackUrl: isOptional(isString),
  expires: isNumber,
  request: isOptional(isString),
  state: isOptional(isString),
})

export interface PendingMailCookie {
  /**
   * Stores a mail in the cookie. The cookie must not reveal by its length or lifetime whether a new mail was
   * sent. So it always lasts for `seconds`, the lifetime of a new mail, even if it contains an earlier mail.
   */
  keep(mail: PendingMail, seconds: number, exchange: CookieExchange): Promise<void>
  find(provider: string, exchange: CookieExchange): Promise<PendingMail | undefined>
  clear(exchange: CookieExchange): void
  seal(mail: PendingMail, seconds: number): Promise<string>
  open(value: string): Promise<PendingMail | undefined>
}

export function sitePendingMail({ cookies, app }: Site): PendingMailCookie {
  const { clock } = app
  const { name, options } = cookies.pendingMail
  const sealer = app.sealer({ purpose: 'mail', audience: name })
  const seal = (mail: PendingMail, seconds: number): Promise<string> => sealer.seal({ ...mail }, seconds)
  const open = async (value: string): Promise<PendingMail | undefined> => {
    const opened = await sealer.open(value)
    return isPendingMail(opened) ? opened : undefined
  }
  const clear = (exchange: CookieExchange): void =>
    addCookies(exchange, clearChunked(cookies.pendingMail, exchange.cookies))
  return {
    seal,
    open,
    clear,
    async keep(mail, seconds, exchange) {
      const fits = fitsIntoCookie(name, cookies.pendingMail, cookies, exchange)
      const whole = await seal(mail, seconds)
      // If the value is too long, leave out the callback URL. If it is still too long, set no cookie: the link
      // then needs one more click.
      const value = fits(whole.length) ? whole : await seal({ ...mail, callbackUrl: undefined }, seconds)
      if (!fits(value.length)) return clear(exchange)
      addCookies(exchange, [{ name, value, options: { ...options, maxAge: seconds } }])
    },

    async find(provider, exchange) {
      const mails = (await openAll(name, exchange.cookies, sealer)).filter((opened) => isPendingMail(opened))
      return mails.find((mail) => mail.provider === provider && mail.expires > clock())
    },
  }
}
