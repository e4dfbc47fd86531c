import { InvalidRequest, UntrustedHost } from '../../errors.js'
import type { AuthOptions } from '../../options/auth-options.js'
import { asError } from '../base/as-error.js'
import { createLogger } from '../config/logger.js'
import { BodyTooLarge } from '../http/body.js'
import type { Incoming } from '../http/incoming.js'
import { report } from '../http/report.js'
import type { Answer } from '../http/result.js'
import { unavailablePage } from './unavailable-page.js'

/**
 * Answers a request where the configuration, or the request itself, is too broken for a route.
 *
 * @param options - As far as they are known.
 * @param homeUrl - The path of the application's first page.
 */
export function unusable(error: unknown, incoming: Incoming, options: AuthOptions, homeUrl: string): Answer {
  report(asError(error), createLogger(options))
  return unavailablePage(statusOf(error), incoming, { theme: options.theme, homeUrl })
}

function statusOf(error: unknown): 400 | 413 | 421 | 500 {
  if (error instanceof BodyTooLarge) return 413
  if (error instanceof InvalidRequest) return 400
  return error instanceof UntrustedHost ? 421 : 500
}
