import { InvalidCheck, InvalidRequest } from '../../../errors.js'
import { randomToken } from '../../core/crypto/random.js'
import type { Exchange, Site } from '../../core/object-lifetimes.js'
import { type SingleUse, singleUse } from '../../core/storage/single-use.js'
import { type Flow, MAX_AGE_SECONDS } from './flow.js'
import { siteFlows } from './flow-cookies.js'

/*
 * The parameter `state` contains the id of a flow, a random value and, with a redirect proxy, the information
 * for the proxy, separated by dots. It binds a callback to the browser that started the sign-in, because only
 * this browser has the flow in a cookie.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-10.12
 */

export async function beginFlow(
  fields: Omit<Flow, 'state'>,
  forwarding: string | undefined,
  exchange: Exchange,
): Promise<Flow> {
  const { site } = exchange
  // The id begins with the time, so that sorted ids are in the order in which their flows began.
  const id = `${site.app.clock().toString(36)}${randomToken(9)}`
  const flow = { ...fields, state: [id, randomToken(), forwarding].filter(Boolean).join('.') }
  await site.get(siteFlows).keep(id, flow, exchange)
  return flow
}

/** At least as long as any server accepts the cookie of a flow. */
const SPENT_TTL_SECONDS = MAX_AGE_SECONDS + 5 * 60

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
 * Marks a flow as finished, or throws if it already was. If the store does not respond, the cookie is kept,
 * so that the browser can send the callback again.
 */
export async function spendFlow({ state }: Flow, exchange: Exchange): Promise<void> {
  const { site } = exchange
  const isFirst = await site.get(siteFlowUses).spend(usedFlowKey(state), SPENT_TTL_SECONDS, exchange)
  site.get(siteFlows).remove(flowIdOf(state), exchange)
  if (!isFirst) throw new InvalidCheck('This sign-in was already finished.')
}

export async function isFinishedFlow(state: string | undefined, exchange: Exchange): Promise<boolean> {
  return exchange.site.get(siteFlowUses).isSpent(usedFlowKey(state), exchange)
}

/**
 * Removes the mark after a callback was refused, because any client could fill the store with such marks. The
 * cookie was deleted, so this browser cannot use the flow again.
 */
export async function releaseFlow(flow: Flow, exchange: Exchange): Promise<void> {
  await exchange.site.get(siteFlowUses).release(usedFlowKey(flow.state), exchange)
}

function siteFlowUses({ cookies, app: { store } }: Site): SingleUse {
  return singleUse(cookies.flow, store)
}

function usedFlowKey(state: string | undefined): string {
  return `flow:${flowIdOf(state)}`
}

function flowIdOf(state = ''): string {
  return state.split('.', 1)[0] ?? ''
}

export function forwardingOf(state = ''): string | undefined {
  const [, , ...forwarding] = state.split('.')
  return forwarding.length === 0 ? undefined : forwarding.join('.')
}
