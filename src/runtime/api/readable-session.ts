import type { ErrorStatus } from '../../errors.js'
import { asError } from '../core/base/as-error.js'
import { explanationOf } from '../core/handle.js'
import { plainResponse, plainStatusOf } from '../core/http/plain-response.js'
import { report } from '../core/http/report.js'
import { toResponse } from '../core/http/response.js'
import type { CallingRequest } from './server-call.js'

/** A session as the browser may see it. */
export type Session = Record<string, unknown>

/** A rejected request: status 401 for a signed-out user, another status if the session cannot be read. */
export interface Rejected {
  readonly status: ErrorStatus | 401
  /** Why the session cannot be read. */
  readonly error?: Error
  response(): Response
}

/**
 * Reads the session of a request. If the session cannot be read now, for example because a database is down,
 * returns a rejection, and the user stays signed in. Throws all other errors.
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
    report(error, (await request.app()).logger)
    return { status, error, response: () => explanationOf(thrown) ?? toResponse(plainResponse({ status })) }
  }
}
