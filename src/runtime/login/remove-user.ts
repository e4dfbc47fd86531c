import type { AdapterUser } from '../../adapters/contract.js'
import { asError } from '../as-error.js'
import type { Instance } from '../instance/instance.js'

/**
 * Removes a user whose first login could not be finished, where the adapter can. When that fails too, the next
 * login of the same person finds them and goes on where this one stopped.
 */
export async function removeUser(
  { id }: AdapterUser,
  { adapter, logger }: Pick<Instance, 'adapter' | 'logger'>,
): Promise<void> {
  if (!adapter?.has('deleteUser')) return
  await adapter.deleteUser(id).catch((error: unknown) => logger.error(asError(error)))
}
