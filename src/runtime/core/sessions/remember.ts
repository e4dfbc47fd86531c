import type { CookiePolicy, NamedCookie } from '../http/cookie-policy.js'
import { addCookies, type CookieExchange, clearCookie } from '../http/cookies.js'
import type { Params } from '../http/params.js'
import type { App, Exchange } from '../lifetimes.js'
import { tokenData } from './database-token.js'
import type { LiveSession } from './session-strategy.js'

/*
 * The choice to stay signed in. A form that signs in directly sends the choice. A flow that returns later,
 * from a provider or a mail, reads the choice from a cookie of the browser in which it began. The cookie is
 * not sealed, because it only affects how long the session in the same browser lasts.
 */

interface RememberExchange extends CookieExchange {
  readonly body: Params
  readonly site: { readonly cookies: CookiePolicy }
}

/** Values of a checked box, from a form or from another client. */
const CHOSEN: ReadonlySet<unknown> = new Set(['on', '1', 'true', true])

/** Whether the form of the request has the checked box. */
export function choosesToStay({ body }: Pick<RememberExchange, 'body'>): boolean {
  return CHOSEN.has(body['remember'])
}

/** Stores the choice of a form that begins a flow. */
export function keepChoice(exchange: RememberExchange): void {
  const { name, options } = choiceCookie(exchange)
  if (choosesToStay(exchange)) addCookies(exchange, [{ name, value: '1', options }])
  else clearChoice(exchange)
}

/**
 * Whether the session of a login ends when the browser closes, because the user could check "Stay signed in"
 * and did not.
 */
export async function isBriefLogin(providerId: string, app: App, exchange: Exchange): Promise<boolean> {
  if (!app.spec.session.remember) return false
  const provider = app.providers.get(providerId)
  const flow = provider && (await app.flowOf(provider))
  // A flow that starts with a form has stored the choice in a cookie.
  return !takeChoice(exchange, flow?.start ? 'flow' : 'form')
}

/** Whether a session ends when the browser closes. A session that replaces it keeps this choice. */
export function isBriefSession(live: LiveSession): boolean {
  const isBrief = live.strategy === 'database' ? tokenData(live.row.sessionToken).isBrief : live.origin.brief
  return isBrief ?? false
}

/**
 * Whether the user chose to stay signed in. Deletes the cookie with the choice.
 *
 * @param sentBy - Whether the request is the form itself, or the end of a flow.
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
