import type { CookiePolicy, NamedCookie } from '../http/cookie-policy.js'
import { addCookies, type CookieExchange, clearCookie } from '../http/cookies.js'
import type { Params } from '../http/params.js'
import type { App, Exchange } from '../object-lifetimes.js'
import { tokenData } from './database-token.js'
import type { LiveSession } from './session-strategy.js'

/*
 * A sign-in by a provider or a mail starts with a form and ends with another request, so a cookie stores the
 * choice to stay signed in. The cookie is not sealed, because it affects only a session in the same browser.
 */

interface RememberExchange extends CookieExchange {
  readonly body: Params
  readonly site: { readonly cookies: CookiePolicy }
}

const CHOSEN: ReadonlySet<unknown> = new Set(['on', '1', 'true', true])

export function choosesToStay({ body }: Pick<RememberExchange, 'body'>): boolean {
  return CHOSEN.has(body['remember'])
}

export function keepChoice(exchange: RememberExchange): void {
  const { name, options } = choiceCookie(exchange)
  if (choosesToStay(exchange)) addCookies(exchange, [{ name, value: '1', options }])
  else clearChoice(exchange)
}

/** Returns whether the session will end with the browser session. Deletes the cookie with the choice. */
export async function takeBriefChoice(providerId: string, app: App, exchange: Exchange): Promise<boolean> {
  if (!app.spec.session.remember) return false
  const provider = app.providers.get(providerId)
  const flow = provider && (await app.flowOf(provider))
  // A sign-in that began with another request stored its choice in the cookie.
  return !takeChoice(exchange, flow?.start ? 'flow' : 'form')
}

export function isBriefSession(live: LiveSession): boolean {
  const isBrief = live.strategy === 'database' ? tokenData(live.row.sessionToken).isBrief : live.origin.brief
  return isBrief ?? false
}

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
