import type { CookiePolicy, NamedCookie } from './cookie-policy.js'
import type { CookieExchange } from './cookies.js'
import {
  BUDGET_BYTES,
  belongsTo,
  deletableCookies,
  SEPARATOR_BYTES,
  sizesAfter,
  sum,
} from './total-cookie-size.js'

/** In characters. Browsers accept 4,096 bytes per cookie, including its name and attributes. */
const MAX_VALUE_LENGTH = 3_800

/**
 * Returns a function that decides whether a value of some length fits. `name` is the name of `cookie`,
 * possibly with a suffix.
 */
export function fitsIntoCookie(
  name: string,
  cookie: NamedCookie,
  policy: CookiePolicy,
  exchange: CookieExchange,
): (length: number) => boolean {
  const room = Math.min(MAX_VALUE_LENGTH, roomForCookie(exchange, policy, cookie) - name.length)
  return (length) => length <= room
}

/**
 * Returns how many bytes the name and the value of the cookie can take if all deletable cookies are deleted.
 */
export function roomForCookie(exchange: CookieExchange, policy: CookiePolicy, cookie: NamedCookie): number {
  const deletable = deletableCookies(policy)
  const set = new Set(exchange.setCookies.map(({ name }) => name))
  const kept = [...sizesAfter(exchange, policy)].filter(
    ([name]) =>
      !belongsTo(name, cookie) && (set.has(name) || !deletable.some((base) => belongsTo(name, base))),
  )
  return BUDGET_BYTES - SEPARATOR_BYTES - sum(kept.map(([, size]) => size))
}
