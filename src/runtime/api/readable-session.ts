import type { ErrorStatus } from '../../errors.js'
import { asError } from '../core/base/as-error.js'
import { plainResponse, plainStatusOf } from '../core/http/plain-response.js'
import { report } from '../core/http/report.js'
import { toResponse } from '../core/http/response.js'
import type { CallingRequest } from './server-call.js'

export type Session = Record<string, unknown>

/** A request that is rejected: 401 for a signed-out user, another status if the session cannot be read. */
export interface Rejected {
  readonly status: ErrorStatus | 401
  /** Why the session cannot be read. */
  readonly error?: Error
  response(): Response
}

/** The session, or why it cannot be read now. Then no request is admitted, and no user is signed out. Throws every other error. */
export async function readableSession(
  request: CallingRequest,
): Promise<{ readonly session: Session | null } | Rejected> {
  try {
    return { session: await request.session() }
  } catch (thrown) {
    const status = plainStatusOf(thrown)
    if (status === undefined) throw thrown
    const error = asError(thrown)
    report(error, (await request.app()).logger)
    return { status, error, response: () => toResponse(plainResponse({ status })) }
  }
}
