import type { ErrorStatus } from '../../errors.js'
import type { LoggerInstance } from '../../options/auth-options.js'
import { asError } from '../core/base/as-error.js'
import { createLogger } from '../core/config/logger.js'
import { explanationOf } from '../core/handle.js'
import { report } from '../core/http/error-report.js'
import { plainResponse, plainStatusOf } from '../core/http/plain-error-response.js'
import { toResponse } from '../core/http/response.js'
import type { CallingRequest, Session } from './server-call.js'

export interface Rejected {
  readonly status: ErrorStatus | 401
  readonly error?: Error
  response(): Response
}

/**
 * Returns a rejection if the session cannot be read now, for example during an outage. The user stays signed
 * in.
 */
export async function readableSession(
  request: CallingRequest,
): Promise<{ readonly session: Session | null } | Rejected> {
  try {
    return { session: await request.session() }
  } catch (thrown) {
    const status = plainStatusOf(thrown)
    if (status === undefined) throw thrown
    const error = asError(thrown)
    report(error, await loggerOf(request))
    return { status, error, response: () => explanationOf(thrown) ?? toResponse(plainResponse({ status })) }
  }
}

/** Returns the logger of the configuration, or the default logger if the configuration cannot be resolved. */
async function loggerOf(request: CallingRequest): Promise<LoggerInstance> {
  try {
    return (await request.app()).logger
  } catch {
    return createLogger({})
  }
}
