import { InvalidRequest } from '../../errors.js'
import { asError } from '../base/as-error.js'
import { throughJson } from '../base/through-json.js'
import { checkedUpdate } from '../sessions/checked-update.js'
import { readSession } from '../sessions/read-session.js'
import type { ServerCall } from './server-call.js'

/**
 * Changes the session that a request carries; `null` when it carries none. Throws `InvalidRequest` when the
 * data does not match the schema of `.session({ update })`.
 */
export async function updateOnServer(
  data: unknown,
  { instance, exchange }: ServerCall,
): Promise<Record<string, unknown> | null> {
  const update = await checkedUpdate(asSent(data), instance)
  return (await readSession(exchange, { update: () => update })) ?? null
}

/** The data as a browser would send it, so that callbacks get the same from both. */
function asSent(data: unknown): unknown {
  try {
    return throughJson(data)
  } catch (cause) {
    throw new InvalidRequest('The data of `update` cannot be written as JSON.', { cause: asError(cause) })
  }
}
