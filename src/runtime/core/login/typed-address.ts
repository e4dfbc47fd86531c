import { isObjectOf, isString } from '../base/type-guards.js'
import { fitsIntoCookie } from '../http/cookie-value-size.js'
import { addCookies, type CookieExchange, clearChunked } from '../http/cookies.js'
import { openAll } from '../http/same-name-cookies.js'
import type { Site } from '../object-lifetimes.js'
import { canonicalAddress, MAX_SHOWN_LENGTH } from './email-address.js'

/** Stores the e-mail address from the first page of a sign-in in a cookie, so that no URL contains it. */
export interface TypedAddressCookie {
  /** Stores the e-mail address. If there is no space for the cookie, `find` returns nothing. */
  keep(typed: string, exchange: CookieExchange): Promise<void>
  find(exchange: CookieExchange): Promise<string | undefined>
}

const isTypedAddress = isObjectOf<{ readonly address: string }>({ address: isString })

const MAX_AGE_SECONDS = 900

export function siteTypedAddress({ cookies, app }: Site): TypedAddressCookie {
  const { name, options } = cookies.typedAddress
  const sealer = app.sealer({ purpose: 'typed address', audience: name })
  return {
    async keep(typed, exchange) {
      // Invalid input is kept as well, because the first page accepts any input.
      const address = (canonicalAddress(typed) ?? typed.trim()).slice(0, MAX_SHOWN_LENGTH)
      const value = await sealer.seal({ address }, MAX_AGE_SECONDS)
      const fits = fitsIntoCookie(name, cookies.typedAddress, cookies, exchange)(value.length)
      const written = [{ name, value, options: { ...options, maxAge: MAX_AGE_SECONDS } }]
      addCookies(exchange, fits ? written : clearChunked(cookies.typedAddress, exchange.cookies))
    },

    async find(exchange) {
      const opened = await openAll(name, exchange.cookies, sealer)
      return opened.find((each) => isTypedAddress(each))?.address || undefined
    },
  }
}
