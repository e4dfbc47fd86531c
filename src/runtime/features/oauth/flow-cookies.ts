import { InvalidRequest } from '../../../errors.js'
import { fitsIntoCookie } from '../../core/http/cookie-value-size.js'
import { addCookies, type CookieExchange, clearCookie } from '../../core/http/cookies.js'
import type { Site } from '../../core/object-lifetimes.js'
import { firstFitting } from './fitting-value.js'
import { type Flow, isFlow, MAX_AGE_SECONDS } from './flow.js'

/** One cookie per running sign-in, so that several tabs do not interfere. */
export interface FlowCookies {
  /**
   * Stores a flow in a cookie. Replaces a redirect target that is too long by the start page. Throws
   * `InvalidRequest` if the flow is still too long.
   */
  keep(id: string, flow: Flow, exchange: CookieExchange): Promise<void>
  /**
   * Returns a flow. Returns `null` if its cookie has expired or was changed, and `undefined` if there is
   * none.
   */
  find(id: string, exchange: CookieExchange): Promise<Flow | null | undefined>
  remove(id: string, exchange: CookieExchange): void
  clear(exchange: CookieExchange): void
}

/** Only a string of this form becomes part of a cookie name. */
const FLOW_ID = /^[0-9a-z]{8,9}[\w-]{12}$/

/** Maximum number of running sign-ins. If there are more, the oldest sign-in is dropped. */
const MAX_FLOWS = 5

/** Maximum total length of the values of the other flow cookies. Servers reject requests with long headers. */
const MAX_TOTAL_BYTES = 6_000

export function siteFlows({ cookies, app }: Site): FlowCookies {
  const { flow: cookie } = cookies
  const sealer = app.sealer({ purpose: 'flow', audience: cookie.name })
  const nameOf = (id: string): string => `${cookie.name}.${id}`
  const remove = (id: string, exchange: CookieExchange): void =>
    addCookies(exchange, [clearCookie(nameOf(id), cookie.options)])

  return {
    async keep(id, flow, exchange) {
      const name = nameOf(id)
      const value = await firstFitting([{ ...flow }, { ...flow, callbackUrl: flow.origin + app.home }], {
        sealer,
        maxAge: MAX_AGE_SECONDS,
        fits: fitsIntoCookie(name, cookie, cookies, exchange),
      })
      if (value === undefined) {
        throw new InvalidRequest(
          'The sign-in does not fit into a cookie. Request fewer `scopes`, or pass less data as `state`.',
        )
      }
      for (const dropped of droppedFlows(cookie.name, exchange)) remove(dropped, exchange)
      addCookies(exchange, [{ name, value, options: { ...cookie.options, maxAge: MAX_AGE_SECONDS } }])
    },

    async find(id, exchange) {
      const value = FLOW_ID.test(id) ? exchange.cookies.get(nameOf(id)) : undefined
      if (value === undefined) return undefined
      const opened = await sealer.open(value)
      return isFlow(opened) ? opened : null
    },

    remove,

    clear(exchange) {
      for (const id of flowIds(cookie.name, exchange)) remove(id, exchange)
    },
  }
}

function droppedFlows(cookieName: string, exchange: CookieExchange): string[] {
  const newestFirst = flowIds(cookieName, exchange).reverse()
  let keptCount = 0
  let length = 0
  for (const id of newestFirst.slice(0, MAX_FLOWS - 1)) {
    length += exchange.cookies.get(`${cookieName}.${id}`)?.length ?? 0
    if (length > MAX_TOTAL_BYTES) break
    keptCount++
  }
  return newestFirst.slice(keptCount)
}

/** Returns the ids of the running flows, oldest first. */
function flowIds(cookieName: string, exchange: CookieExchange): string[] {
  const prefix = `${cookieName}.`
  return [...exchange.cookies.names()]
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
    .filter((id) => FLOW_ID.test(id))
    .sort()
}
