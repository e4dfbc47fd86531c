import type { Instance } from '../runtime/compile.js'
import { toResponse } from '../runtime/http/response.js'
import { unavailable, unavailableStatus } from '../runtime/http/unavailable.js'

/**
 * The answer to a request that a guard can make nothing of, or whose session cannot be read now: nobody is let through, and
 * nobody is signed out. Throws every other error on.
 */
export function refused(error: unknown, { logger }: Instance): Response {
  const status = unavailableStatus(error)
  if (status === undefined) throw error
  logger.error(error as Error)
  return toResponse(unavailable({ status }))
}
