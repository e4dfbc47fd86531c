import { MissingCSRF } from '../../errors.js'
import { mayChangeState } from '../core/http/state-change.js'
import { otherSite } from '../core/routes/csrf.js'
import type { ServerCall } from './server-call.js'

/**
 * Throws `MissingCSRF` if the request may not change state: see `mayChangeState`.
 *
 * @param message - A sentence without a period.
 * @param when - `'unless off'` skips the check if `skipCSRFCheck` is set.
 */
export function requireSameSite(
  { exchange }: ServerCall,
  message: string,
  when: 'always' | 'unless off',
): void {
  if (when === 'unless off' && exchange.site.csrf.isOff) return
  if (!mayChangeState(exchange)) throw new MissingCSRF(otherSite(message, exchange))
}
