import { InvalidCheck, InvalidRequest } from '../../../errors.js'
import { randomToken } from '../../core/crypto/random.js'
import type { Exchange, Site } from '../../core/lifetimes.js'
import { type SingleUse, singleUse } from '../../core/storage/single-use.js'
import { type Flow, MAX_AGE_SECONDS, siteFlows } from './flow-cookies.js'

/*
 * The parameter `state`: the id of a flow, a random value, and what the redirect proxy needs, with dots between them. It binds a callback to the
 * browser that began the sign-in, which has the flow in a cookie.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-10.12
 */

/**
 * Begins a flow: makes its `state`, and keeps it in the browser.
 *
 * @param handover - What the redirect proxy needs to hand the callback on to us, where there is one.
 */
export async function beginFlow(
  fields: Omit<Flow, 'state'>,
  handover: string | undefined,
  exchange: Exchange,
): Promise<Flow> {
  const { site } = exchange
  // The time comes first, so that the names of a browser's flows sort by age.
  const id = `${site.app.clock().toString(36)}${randomToken(9)}`
  const flow = { ...fields, state: [id, randomToken(), handover].filter(Boolean).join('.') }
  await site.get(siteFlows).keep(id, flow, exchange)
  return flow
}

/** Seconds for which a flow is known as used: longer than its cookie opens, on any server. */
const SPENT_TTL_SECONDS = MAX_AGE_SECONDS + 5 * 60

/**
 * The flow that the `state` of a callback names. Its cookie is deleted, and the store knows it as used, so that a copy of the cookie is of no use. While
 * the store does not respond, the same browser can send the callback again.
 *
 * @param prepare - Runs before the flow is spent. If it throws, the flow is kept, and the callback can be sent again.
 * @throws InvalidCheck If this browser has no flow of that `state`, or it was used.
 */
export async function flowOfState(
  state: string | undefined,
  exchange: Exchange,
  prepare: () => Promise<void>,
): Promise<Flow> {
  const { site } = exchange
  if (state !== undefined && !/^[!-~]{1,1024}$/.test(state)) {
    throw new InvalidRequest('The parameter `state` is malformed.')
  }
  const [id = ''] = partsOf(state)
  const flows = site.get(siteFlows)
  const flow = await flows.find(id, exchange)
  if (flow === undefined) throw new InvalidCheck('No sign-in is in progress for this callback.')
  if (flow === null || flow.state !== state) {
    flows.remove(id, exchange)
    throw new InvalidCheck(
      flow
        ? 'The callback belongs to another sign-in.'
        : 'The sign-in took too long, or its cookie was changed.',
    )
  }
  await prepare()
  // Before the cookie is deleted, so that the callback can be sent again while the store does not respond.
  const isFirst = await site.get(siteFlowUses).spend(keyOf(flow), SPENT_TTL_SECONDS, exchange)
  flows.remove(id, exchange)
  if (!isFirst) throw new InvalidCheck('The sign-in was finished before.')
  return flow
}

/**
 * Deletes the mark of a used flow whose callback had no valid code. Otherwise, anyone could fill the store with such flows. The browser no longer has
 * the cookie of the flow.
 */
export async function releaseFlow(flow: Flow, exchange: Exchange): Promise<void> {
  await exchange.site.get(siteFlowUses).release(keyOf(flow), exchange)
}

/** Lets flows be used once. */
function siteFlowUses({ cookies, app: { store } }: Site): SingleUse {
  return singleUse(cookies.flow, store)
}

function keyOf({ state }: Flow): string {
  const [id = ''] = partsOf(state)
  return `flow:${id}`
}

/** What the redirect proxy needs, in the `state` of a callback. */
export function handoverOf(state: string | undefined): string | undefined {
  const [, , ...handover] = partsOf(state)
  return handover.length === 0 ? undefined : handover.join('.')
}

function partsOf(state = ''): readonly string[] {
  return state.split('.')
}
