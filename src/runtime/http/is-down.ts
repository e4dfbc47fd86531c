import { AdapterError, AuthError, StoreError } from '../../errors.js'

/** Whether a request failed because a database or a store did not answer: trying again may help. */
export function isDown(error: unknown): boolean {
  if (error instanceof AdapterError || error instanceof StoreError) return true
  return error instanceof AuthError && isDown(error.cause?.err)
}
