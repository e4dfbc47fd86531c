import { InvalidRequest, UntrustedHost } from '../../errors.js'
import { isDown } from './is-down.js'
import type { Unavailable } from './unavailable.js'

/** What a request is answered with whose session cannot be read; `undefined` for an error that says nothing of that. */
export function unavailableStatus(error: unknown): Unavailable['status'] | undefined {
  if (error instanceof InvalidRequest) return 400
  if (error instanceof UntrustedHost) return 421
  return isDown(error) ? 503 : undefined
}
