import type { CookiePolicy, NamedCookie } from '../http/cookie-policy.js'
import { addCookies, type CookieExchange, clearCookie } from '../http/cookies.js'
import type { Params } from '../http/params.js'
import type { App, Exchange } from '../lifetimes.js'
import { tokenData } from './database-token.js'
import type { LiveSession } from './session-strategy.js'

/*
 * The user's choice to stay signed in. A form that signs in with one request, such as a password form, contains
 * the choice. A sign-in by a provider or a mail ends in a later request, so a cookie stores the choice. The
 * cookie is not sealed, because it only affects how long the session in the same browser lasts.
 */

interface RememberExchange extends CookieExchange {
  readonly body: Params
  readonly site: { readonly cookies: CookiePolicy }
}

/** Values of a checked "Stay signed in" box, from a form or from another client. */
const CHOSEN: ReadonlySet<unknown> = new Set(['on', '1', 'true', true])

/** Whether "Stay signed in" is checked in the form of the request. */
export function choosesToStay({ body }: Pick<RememberExchange, 'body'>): boolean {
  return CHOSEN.has(body['remember'])
}

/** Stores the choice in a cookie. Called when a sign-in by a provider or a mail begins. */
export function keepChoice(exchange: RememberExchange): void {
  const { name, options } = choiceCookie(exchange)
  if (choosesToStay(exchange)) addCookies(exchange, [{ name, value: '1', options }])
  else clearChoice(exchange)
}

/**
 * Whether the session of a login ends when the browser closes, because the option `session.remember` is set and
 * the user did not check "Stay signed in".
 */
export async function isBriefLogin(providerId: string, app: App, exchange: Exchange): Promise<boolean> {
  if (!app.spec.session.remember) return false
  const provider = app.providers.get(providerId)
  const flow = provider && (await app.flowOf(provider))
  // The request that started such a flow has stored the choice in a cookie.
  return !takeChoice(exchange, flow?.start ? 'flow' : 'form')
}

/** Whether a session ends when the browser closes. */
export function isBriefSession(live: LiveSession): boolean {
  const isBrief = live.strategy === 'database' ? tokenData(live.row.sessionToken).isBrief : live.origin.brief
  return isBrief ?? false
}

/**
 * Whether the user chose to stay signed in. Deletes the cookie with the choice.
 *
 * @param sentBy - `'form'` if the request itself contains the choice, `'flow'` if a cookie contains it.
 */
function takeChoice(exchange: RememberExchange, sentBy: 'form' | 'flow'): boolean {
  const kept = exchange.cookies.get(choiceCookie(exchange).name) === '1'
  clearChoice(exchange)
  return sentBy === 'form' ? choosesToStay(exchange) : kept
}

function clearChoice(exchange: RememberExchange): void {
  const { name, options } = choiceCookie(exchange)
  if (exchange.cookies.has(name)) addCookies(exchange, [clearCookie(name, options)])
}

function choiceCookie({ site: { cookies } }: RememberExchange): NamedCookie {
  const { name, options } = cookies.sessionToken
  return { name: `${name}-remember`, options }
}
