import { isObjectOf, isString } from '../base/type-guards.js'
import { roomForCookie } from '../http/cookie-budget.js'
import { openAll } from '../http/cookie-values.js'
import { addCookies, type CookieExchange } from '../http/cookies.js'
import type { Site } from '../lifetimes.js'
import { canonicalAddress, MAX_ADDRESS_BYTES } from './email-address.js'

/** Keeps the e-mail address from the first page of a sign-in for the second, so that no URL contains it. */
export interface TypedAddressCookie {
  keep(typed: string, exchange: CookieExchange): Promise<void>
  find(exchange: CookieExchange): Promise<string | undefined>
}

const isTypedAddress = isObjectOf<{ readonly address: string }>({ address: isString })

/** Seconds within which the sign-in must continue. */
const MAX_AGE_SECONDS = 900

/** The cookie with the e-mail address entered at a site. */
export function siteTypedAddress({ cookies, app }: Site): TypedAddressCookie {
  const { name, options } = cookies.typedAddress
  const sealer = app.sealer({ purpose: 'typed address', audience: name })
  return {
    async keep(typed, exchange) {
      // Invalid input is kept as well: this page treats all input alike.
      const address = (canonicalAddress(typed) ?? typed.trim()).slice(0, MAX_ADDRESS_BYTES)
      const value = await sealer.seal({ address }, MAX_AGE_SECONDS)
      if (value.length > roomForCookie(exchange, cookies) - name.length) return
      addCookies(exchange, [{ name, value, options: { ...options, maxAge: MAX_AGE_SECONDS } }])
    },

    async find(exchange) {
      const opened = await openAll(name, exchange.cookies, sealer)
      return opened.find((each) => isTypedAddress(each))?.address || undefined
    },
  }
}
