import { InvalidRequest, UntrustedHost } from '../errors.js'
import type { Instance } from '../runtime/instance/instance.js'
import { toResponse } from '../runtime/response/to-response.js'
import { unavailable } from '../runtime/response/unavailable.js'

/** The answer to a request that a guard can make nothing of. Throws every other error on. */
export function refused(error: unknown, { logger }: Instance): Response {
  if (!(error instanceof InvalidRequest || error instanceof UntrustedHost)) throw error
  logger.error(error)
  return toResponse(unavailable({ status: error instanceof InvalidRequest ? 400 : 421 }))
}
