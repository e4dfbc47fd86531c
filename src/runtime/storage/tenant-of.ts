import type { AuthSpec } from '../../builder/spec.js'
import { AuthError } from '../../errors.js'
import type { Awaitable } from '../../model/awaitable.js'
import { whenKnown } from '../base/awaitable.js'
import type { Incoming } from '../http/incoming.js'

/**
 * The tenant of a request, or `undefined` where the configuration has none.
 *
 * @throws AuthError when there is no request to read it from, or it is no id.
 */
export function tenantOf(
  { tenant }: AuthSpec,
  incoming: Incoming | undefined,
): Awaitable<string | undefined> {
  if (!tenant) return undefined
  if (!incoming) {
    throw new AuthError('The tenant is read from the request, and this call has none. Pass `{ request }`.')
  }
  return whenKnown(tenant(incoming.request()), requireId)
}

/** Anything else would be one tenant for all: a missing header, a user that is not found. */
function requireId(id: unknown): string {
  if (typeof id === 'string' && /^[!-~]{1,128}$/.test(id)) return id
  throw new AuthError(
    '`.tenant()` must return the id of a tenant: 1 to 128 visible ASCII characters. Throw an error for a request that has none.',
  )
}
