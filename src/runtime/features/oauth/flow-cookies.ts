import { InvalidCheck, InvalidRequest } from '../../../errors.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../../core/base/clock.js'
import {
  isAnything,
  isBoolean,
  isNumber,
  isObjectOf,
  isOptional,
  isString,
} from '../../core/base/type-guards.js'
import { randomToken } from '../../core/crypto/random.js'
import { roomForCookie } from '../../core/http/cookie-budget.js'
import { addCookies, type CookieExchange, clearCookie } from '../../core/http/cookies.js'
import type { Site } from '../../core/lifetimes.js'
import { isLinking, type Linking } from '../../core/login/linking.js'
import { singleUse } from '../../core/storage/single-use.js'

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
  /**
   * Keeps a flow in a new cookie.
   *
   * @param handover - What the redirect proxy needs to hand the callback on to us, where there is one.
   */
  begin(flow: Omit<Flow, 'state'>, handover: string | undefined, exchange: CookieExchange): Promise<Flow>
  /**
   * The flow that `state` names. It is spent, whatever comes of it: its cookie is deleted, and the store knows it as
   * used, so that a copy of the cookie is of no use. While the store does not respond, the same browser can send the
   * callback again.
   *
   * @param prepare - Runs before the flow is spent. If it throws, the flow is kept, and the callback can be sent again.
   */
  take(
    state: string | undefined,
    exchange: CookieExchange,
    prepare?: (flow: Flow) => Promise<void>,
  ): Promise<Flow>
  /** Gives up every flow of the browser. */
  clear(exchange: CookieExchange): void
}

/** Seconds within which the browser must come back from the provider. */
export const MAX_AGE_SECONDS: number = 15 * 60

/** Seconds for which a flow is known as used: longer than its cookie opens, on any server. */
export const SPENT_TTL_SECONDS: number = MAX_AGE_SECONDS + 5 * 60

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
  const { store, home, clock } = app
  const { flow: cookie } = cookies
  const sealer = app.sealer({
    purpose: 'flow',
    audience: cookie.name,
    clockSkew: SERVER_CLOCK_TOLERANCE_SECONDS,
  })
  const nameOf = (id: string): string => `${cookie.name}.${id}`
  const clear = (id: string, exchange: CookieExchange): void =>
    addCookies(exchange, [clearCookie(nameOf(id), cookie.options)])
  const uses = singleUse(cookie, store)

  return {
    async begin(fields, handover, exchange) {
      for (const id of crowdedOut(cookie.name, exchange)) clear(id, exchange)
      // The time comes first, so that the names of a browser's flows sort by age.
      const id = `${clock().toString(36)}${randomToken(9)}`
      const flow = { ...fields, state: [id, randomToken(), handover].filter(Boolean).join('.') }
      const sealed = await sealer.seal(flow, MAX_AGE_SECONDS)
      // A cookie that is too long would be dropped, and the sign-in could not be finished at all.
      const fits = sealed.length <= Math.min(MAX_VALUE, roomForCookie(exchange, cookies) - nameOf(id).length)
      const value = fits
        ? sealed
        : await sealer.seal({ ...flow, callbackUrl: flow.origin + home }, MAX_AGE_SECONDS)
      const options = { ...cookie.options, maxAge: MAX_AGE_SECONDS }
      addCookies(exchange, [{ name: nameOf(id), value, options }])
      return flow
    },

    async take(state, exchange, prepare) {
      if (state !== undefined && !/^[!-~]{1,1024}$/.test(state)) {
        throw new InvalidRequest('The parameter `state` is malformed.')
      }
      const id = state && idOf(state)
      const value = id && FLOW_ID.test(id) ? exchange.cookies.get(nameOf(id)) : undefined
      if (!id || value === undefined) throw new InvalidCheck('No sign-in is in progress for this callback.')
      const opened = await sealer.open(value)
      const flow = isFlow(opened) ? opened : undefined
      if (flow?.state === state) await prepare?.(flow)
      // Before the cookie is deleted, so that the callback can be sent again while the store does not respond.
      const isFirst = flow && (await uses.spend(`flow:${idOf(flow.state)}`, SPENT_TTL_SECONDS, exchange))
      clear(id, exchange)
      if (!flow) throw new InvalidCheck('The sign-in took too long, or its cookie was changed.')
      if (!isFirst) throw new InvalidCheck('The sign-in was finished before.')
      if (flow.state !== state) throw new InvalidCheck('The callback belongs to another sign-in.')
      return flow
    },

    clear(exchange) {
      for (const id of flowIds(cookie.name, exchange)) clear(id, exchange)
    },
  }
}

/** The id of the flow that a `state` names: what stands before the first dot. */
function idOf(state: string): string {
  const [id = ''] = state.split('.', 1)
  return id
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
