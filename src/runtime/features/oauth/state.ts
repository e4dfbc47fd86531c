import { InvalidCheck, InvalidRequest } from '../../../errors.js'
import { randomToken } from '../../core/crypto/random.js'
import type { Exchange, Site } from '../../core/lifetimes.js'
import { type SingleUse, singleUse } from '../../core/storage/single-use.js'
import { type Flow, MAX_AGE_SECONDS } from './flow.js'
import { siteFlows } from './flow-cookies.js'

/*
 * The parameter `state`: the id of a flow, a random value, and the information for the redirect proxy,
 * separated by dots. It binds a callback to the browser that started the sign-in, because only this browser
 * has the flow in a cookie.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-10.12
 */

/**
 * Starts a flow: creates its `state` and stores it in a cookie.
 *
 * @param forwarding - The information for the redirect proxy, if any.
 */
export async function beginFlow(
  fields: Omit<Flow, 'state'>,
  forwarding: string | undefined,
  exchange: Exchange,
): Promise<Flow> {
  const { site } = exchange
  // The time comes first in the id, so that sorted ids are in the order in which their flows began.
  const id = `${site.app.clock().toString(36)}${randomToken(9)}`
  const flow = { ...fields, state: [id, randomToken(), forwarding].filter(Boolean).join('.') }
  await site.get(siteFlows).keep(id, flow, exchange)
  return flow
}

/** Seconds for which the store remembers a used flow: longer than any server accepts its cookie. */
const SPENT_TTL_SECONDS = MAX_AGE_SECONDS + 5 * 60

/**
 * Returns the flow of a callback's `state`.
 *
 * @throws InvalidRequest If `state` is malformed.
 * @throws InvalidCheck If this browser has no flow with that `state`.
 */
export async function findFlow(state: string | undefined, exchange: Exchange): Promise<Flow> {
  if (state !== undefined && !/^[!-~]{1,1024}$/.test(state)) {
    throw new InvalidRequest('The parameter `state` is malformed.')
  }
  const id = flowIdOf(state)
  const flows = exchange.site.get(siteFlows)
  const flow = await flows.find(id, exchange)
  if (flow === undefined) throw new InvalidCheck('No sign-in is in progress for this callback.')
  if (flow !== null && flow.state === state) return flow
  flows.remove(id, exchange)
  throw new InvalidCheck(
    flow
      ? 'The callback belongs to another sign-in.'
      : 'The sign-in took too long, or its cookie was changed.',
  )
}

/**
 * Marks a flow as used in the store, so that a copy of its cookie cannot be used. Then deletes the cookie. If
 * the store does not respond, the cookie is kept, and the browser can send the callback again later.
 *
 * @throws InvalidCheck If the flow was used before.
 */
export async function spendFlow({ state }: Flow, exchange: Exchange): Promise<void> {
  const { site } = exchange
  const isFirst = await site.get(siteFlowUses).spend(usedFlowKey(state), SPENT_TTL_SECONDS, exchange)
  site.get(siteFlows).remove(flowIdOf(state), exchange)
  if (!isFirst) throw new InvalidCheck('This sign-in was already finished.')
}

/** Whether the flow of a `state` has been used, by this browser or another. */
export async function isFinishedFlow(state: string | undefined, exchange: Exchange): Promise<boolean> {
  return exchange.site.get(siteFlowUses).isSpent(usedFlowKey(state), exchange)
}

/**
 * Removes a used flow from the store after its callback was refused. Otherwise any client could fill the
 * store with used flows. This browser still cannot use the flow again, because its cookie was deleted.
 */
export async function releaseFlow(flow: Flow, exchange: Exchange): Promise<void> {
  await exchange.site.get(siteFlowUses).release(usedFlowKey(flow.state), exchange)
}

/** The marks of used flows in the store. */
function siteFlowUses({ cookies, app: { store } }: Site): SingleUse {
  return singleUse(cookies.flow, store)
}

/** The key in the store under which the flow of a `state` is marked as used. */
function usedFlowKey(state: string | undefined): string {
  return `flow:${flowIdOf(state)}`
}

/** The id of the flow of a `state`. */
function flowIdOf(state = ''): string {
  return state.split('.', 1)[0] ?? ''
}

/** The information for the redirect proxy in the `state` of a callback. `undefined` if there is none. */
export function forwardingOf(state = ''): string | undefined {
  const [, , ...forwarding] = state.split('.')
  return forwarding.length === 0 ? undefined : forwarding.join('.')
}
