import type { CookiePolicy } from '../http/cookie-policy.js'
import { addCookies, type CookieExchange } from '../http/cookies.js'

/*
 * The provider that a browser signed in with last, for a mark on the sign-in page. The cookie is not sealed: its value is compared with the
 * ids of providers and used for nothing else.
 */

interface LastUsedExchange extends CookieExchange {
  readonly site: { readonly cookies: CookiePolicy }
}

/** Stores the provider of a sign-in in the browser, for half a year. */
export function storeLastUsed(provider: string, exchange: LastUsedExchange): void {
  const options = { ...exchange.site.cookies.sessionToken.options, maxAge: 15_552_000 }
  addCookies(exchange, [{ name: cookieName(exchange), value: provider, options }])
}

/** What the browser sends as the provider of its last sign-in. Any client can choose it. */
export function readLastUsed(exchange: LastUsedExchange): string | undefined {
  return exchange.cookies.get(cookieName(exchange))
}

function cookieName({ site: { cookies } }: LastUsedExchange): string {
  return `${cookies.sessionToken.name}-last-used`
}
