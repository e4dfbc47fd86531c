import type { AdapterUser } from '../../adapters/contract.js'
import { asError } from '../base/as-error.js'
import type { Instance } from '../compile.js'

/** Deletes a user whose first login could not be finished. Returns whether that was possible. */
export async function removeUser(
  { id }: Pick<AdapterUser, 'id'>,
  { adapter, logger }: Pick<Instance, 'adapter' | 'logger'>,
): Promise<boolean> {
  if (!adapter?.has('deleteUser')) return false
  try {
    await adapter.deleteUser(id)
    return true
  } catch (error) {
    logger.error(asError(error))
    return false
  }
}
