import { json, type RouteResult } from '../response/result.js'
import { csrfToken } from './csrf-token.js'
import type { RouteContext } from './route-context.js'

/** `GET /csrf`: the token that a request which changes something must repeat. */
export async function csrf({ exchange }: RouteContext): Promise<RouteResult> {
  return json({ csrfToken: await csrfToken(exchange) })
}
