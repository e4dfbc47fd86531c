import { AdapterError } from '../errors.js'

/**
 * Rejects batch sizes with which `cleanup` would never end.
 *
 * @throws {AdapterError} If `batch` is not an integer of at least 1.
 */
export function requireBatch(batch: number): void {
  if (Number.isSafeInteger(batch) && batch >= 1) return
  throw new AdapterError('The option batch of cleanup() must be an integer of at least 1.')
}
