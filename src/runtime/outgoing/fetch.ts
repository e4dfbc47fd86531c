import type { Fetch } from '../../providers/kinds/custom-fetch.js'
import type { Arrived } from './arrived.js'
import { createAsk, type FetchLimits } from './ask.js'

/** The same as `createAsk` for whoever needs a web-standard response. */
export function createFetch(limits: FetchLimits): Fetch {
  const ask = createAsk(limits)
  return async (address, init) => arrivedResponse(await ask(address, init))
}

/** A response whose body has arrived. */
export function arrivedResponse({ status, statusText, headers: given, body }: Arrived): Response {
  const headers = new Headers(given)
  // They describe the body as it travelled, not the one that is handed on.
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response(status === 204 || status === 205 ? null : body, { status, statusText, headers })
}
