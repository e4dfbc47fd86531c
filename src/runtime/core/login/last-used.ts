import type { CookiePolicy } from '../http/cookie-policy.js'
import { addCookies, type CookieExchange } from '../http/cookies.js'

/*
 * The provider of the last sign-in in a browser, which the sign-in page marks. The cookie is not sealed,
 * because its value is only compared with the ids of providers.
 */

interface LastUsedExchange extends CookieExchange {
  readonly site: { readonly cookies: CookiePolicy }
}

/** Lifetime of the cookie: half a year. */
const MAX_AGE_SECONDS = 180 * 86_400

/** Stores the provider of a sign-in in the browser. */
export function storeLastUsed(provider: string, exchange: LastUsedExchange): void {
  const options = { ...exchange.site.cookies.sessionToken.options, maxAge: MAX_AGE_SECONDS }
  addCookies(exchange, [{ name: cookieName(exchange), value: provider, options }])
}

/** The provider of the last sign-in according to the browser. Any client can send any value. */
export function readLastUsed(exchange: LastUsedExchange): string | undefined {
  return exchange.cookies.get(cookieName(exchange))
}

function cookieName({ site: { cookies } }: LastUsedExchange): string {
  return `${cookies.sessionToken.name}-last-used`
}
