import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../../core/base/clock.js'
import {
  isAnything,
  isBoolean,
  isNumber,
  isObjectOf,
  isOptional,
  isString,
} from '../../core/base/type-guards.js'
import { roomForCookie } from '../../core/http/cookie-budget.js'
import { addCookies, type CookieExchange, clearCookie } from '../../core/http/cookies.js'
import type { Site } from '../../core/lifetimes.js'
import { isLinking, type Linking } from '../../core/login/linking-flow.js'

/** What a sign-in remembers between the request to the provider and its callback. */
export interface Flow {
  readonly provider: string
  /** The issuer and the client that it was begun with: a provider of one id may be another for another tenant. */
  readonly authority: string
  /** Where the flow began; it can end nowhere else. */
  readonly origin: string
  readonly state: string
  readonly redirectUri: string
  readonly callbackUrl: string
  readonly nonce?: string | undefined
  readonly codeVerifier?: string | undefined
  /** Seconds since the user last authenticated at the provider, where that was requested. */
  readonly maxAge?: number | undefined
  /** The requested authentication contexts, with spaces between them. */
  readonly acrValues?: string | undefined
  /** The requested scope. */
  readonly scope?: string | undefined
  /** The session to which the account is to be added, where that was requested. */
  readonly linkTo?: Linking | undefined
  /** Whether the target is to say how linking ended. */
  readonly reportsLink?: boolean | undefined
  /** What the sign-in was started with, as `.flow({ data })` returned it. */
  readonly data?: unknown
}

const isFlow = isObjectOf<Flow>({
  provider: isString,
  authority: isString,
  origin: isString,
  state: isString,
  redirectUri: isString,
  callbackUrl: isString,
  nonce: isOptional(isString),
  codeVerifier: isOptional(isString),
  maxAge: isOptional(isNumber),
  acrValues: isOptional(isString),
  scope: isOptional(isString),
  linkTo: isOptional(isLinking),
  reportsLink: isOptional(isBoolean),
  data: isAnything,
})

/** One cookie for each sign-in in progress, so that several tabs do not disturb each other. */
export interface FlowCookies {
  /** Keeps a flow in a new cookie. */
  keep(id: string, flow: Flow, exchange: CookieExchange): Promise<void>
  /** The flow in the cookie of an id; `null` for a cookie that is expired or altered, and `undefined` for none. */
  find(id: string, exchange: CookieExchange): Promise<Flow | null | undefined>
  remove(id: string, exchange: CookieExchange): void
  /** Gives up every flow of the browser. */
  clear(exchange: CookieExchange): void
}

/** Seconds within which the browser must come back from the provider. */
export const MAX_AGE_SECONDS: number = 15 * 60

/** The longest value of a flow's cookie, in characters: name and attributes need the rest of 4,096 bytes. */
const MAX_VALUE = 3_800

/** The ids of flows as we make them: nothing else that a browser sends becomes the name of a cookie. */
const FLOW_ID = /^[0-9a-z]{8,9}[\w-]{12}$/

/** Sign-ins that one browser may have in progress; the oldest is dropped. */
const MAX_FLOWS = 5

/** Characters that the cookies of all but the newest may take: servers refuse requests with long headers. */
const MAX_TOTAL = 6_000

/** The cookies of sign-ins in progress at a site. */
export function siteFlows({ cookies, app }: Site): FlowCookies {
  const { flow: cookie } = cookies
  const sealer = app.sealer({
    purpose: 'flow',
    audience: cookie.name,
    clockSkew: SERVER_CLOCK_TOLERANCE_SECONDS,
  })
  const nameOf = (id: string): string => `${cookie.name}.${id}`
  const remove = (id: string, exchange: CookieExchange): void =>
    addCookies(exchange, [clearCookie(nameOf(id), cookie.options)])

  return {
    async keep(id, flow, exchange) {
      for (const each of crowdedOut(cookie.name, exchange)) remove(each, exchange)
      const sealed = await sealer.seal({ ...flow }, MAX_AGE_SECONDS)
      // A cookie that is too long would be dropped, and the sign-in could not be finished at all.
      const fits = sealed.length <= Math.min(MAX_VALUE, roomForCookie(exchange, cookies) - nameOf(id).length)
      const value = fits
        ? sealed
        : await sealer.seal({ ...flow, callbackUrl: flow.origin + app.home }, MAX_AGE_SECONDS)
      const options = { ...cookie.options, maxAge: MAX_AGE_SECONDS }
      addCookies(exchange, [{ name: nameOf(id), value, options }])
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

/** The ids of the flows that have to give way to a new one. */
function crowdedOut(name: string, exchange: CookieExchange): string[] {
  let room = MAX_TOTAL
  const newestFirst = flowIds(name, exchange).reverse()
  return newestFirst.filter((id, index) => {
    if (index < MAX_FLOWS - 1) room -= exchange.cookies.get(`${name}.${id}`)?.length ?? 0
    return index >= MAX_FLOWS - 1 || room < 0
  })
}

/** The ids of the flows that a browser has in progress, oldest first. */
function flowIds(name: string, exchange: CookieExchange): string[] {
  const prefix = `${name}.`
  return [...exchange.cookies.names()]
    .filter((cookie) => cookie.startsWith(prefix))
    .map((cookie) => cookie.slice(prefix.length))
    .filter((id) => FLOW_ID.test(id))
    .sort()
}
