import type { CookieAttributes } from '../../../options/cookies-options.js'
import { withDefaults } from '../../../options/with-defaults.js'
import { addCookies, clearCookie as clearedCookie } from '../http/cookies.js'
import type { Exchange } from '../object-lifetimes.js'
import { requireCsrf as checkCsrf, csrfToken as currentCsrfToken } from '../routes/csrf.js'
import type { FeatureExchange } from './context.js'
import type { FeatureSession } from './session-rule.js'

/** Returns the session of a request, or `null`. */
export async function currentSession(exchange: FeatureExchange): Promise<FeatureSession | null> {
  return (exchange as Exchange).site.sessions.find(exchange as Exchange)
}

/**
 * Throws unless the request comes from a page of this application with a valid field `csrfToken`, or the
 * option `skipCSRFCheck` is set. Call it first in each route that changes something.
 */
export async function requireCsrf(exchange: FeatureExchange): Promise<void> {
  await checkCsrf(exchange as Exchange)
}

/** Returns the value for the field `csrfToken` in a form of the feature. */
export async function csrfToken(exchange: FeatureExchange): Promise<string> {
  return currentCsrfToken(exchange as Exchange)
}

/** Sets a cookie. By default it is `HttpOnly`, `SameSite=Lax` and, over HTTPS, `Secure`. */
export function setCookie(
  exchange: FeatureExchange,
  name: string,
  value: string,
  attributes: CookieAttributes = {},
): void {
  addCookies(exchange as Exchange, [{ name, value, options: cookieOptions(exchange, attributes) }])
}

/** Deletes a cookie that was set with the same path and domain. */
export function clearCookie(
  exchange: FeatureExchange,
  name: string,
  attributes: CookieAttributes = {},
): void {
  addCookies(exchange as Exchange, [clearedCookie(name, cookieOptions(exchange, attributes))])
}

function cookieOptions({ site }: FeatureExchange, attributes: CookieAttributes): CookieAttributes {
  return withDefaults({ path: '/', httpOnly: true, sameSite: 'lax', secure: site.secure }, attributes)
}
