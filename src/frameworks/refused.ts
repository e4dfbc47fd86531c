import { InvalidRequest, UntrustedHost } from '../errors.js'
import type { Instance } from '../runtime/instance/instance.js'
import { isDown } from '../runtime/response/is-down.js'
import { toResponse } from '../runtime/response/to-response.js'
import { type Unavailable, unavailable } from '../runtime/response/unavailable.js'

/**
 * The answer to a request that a guard can make nothing of, or whose session cannot be read now: nobody is let through, and
 * nobody is signed out. Throws every other error on.
 */
export function refused(error: unknown, { logger }: Instance): Response {
  const status = statusOf(error)
  if (status === undefined) throw error
  logger.error(error as Error)
  return toResponse(unavailable({ status }))
}

function statusOf(error: unknown): Unavailable['status'] | undefined {
  if (error instanceof InvalidRequest) return 400
  if (error instanceof UntrustedHost) return 421
  return isDown(error) ? 503 : undefined
}
