import type { CookiePolicy } from '../http/cookie-policy.js'
import { addCookies, type CookieExchange } from '../http/cookies.js'

/* Not sealed: the value is only compared with the ids of providers. */

interface LastUsedExchange extends CookieExchange {
  readonly site: { readonly cookies: CookiePolicy }
}

const MAX_AGE_SECONDS = 180 * 86_400

export function storeLastUsed(provider: string, exchange: LastUsedExchange): void {
  const options = { ...exchange.site.cookies.sessionToken.options, maxAge: MAX_AGE_SECONDS }
  addCookies(exchange, [{ name: cookieName(exchange), value: provider, options }])
}

/**
 * Returns the id of the provider of the last sign-in. Can be any string, because the cookie is not sealed.
 */
export function readLastUsed(exchange: LastUsedExchange): string | undefined {
  return exchange.cookies.get(cookieName(exchange))
}

function cookieName({ site: { cookies } }: LastUsedExchange): string {
  return `${cookies.sessionToken.name}-last-used`
}
