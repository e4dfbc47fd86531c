import { AdapterError } from '../errors.js'

/** Rejects batch sizes with which `cleanup` would never end. */
export function requireBatch(batch: number): void {
  if (Number.isSafeInteger(batch) && batch >= 1) return
  throw new AdapterError('The option batch of cleanup() must be an integer of at least 1.')
}
