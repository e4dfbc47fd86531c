import { MissingCSRF } from '../../errors.js'
import { mayChangeState } from '../core/http/cross-site-check.js'
import { otherSite } from '../core/routes/csrf.js'
import type { ServerCall } from './server-call.js'

/**
 * Throws if another site may have sent the request.
 *
 * @param message - A sentence without a period.
 */
export function requireSameSite(
  { exchange }: ServerCall,
  message: string,
  when: 'always' | 'unless off',
): void {
  if (when === 'unless off' && exchange.site.csrf.isOff) return
  if (!mayChangeState(exchange)) throw new MissingCSRF(otherSite(message, exchange))
}
