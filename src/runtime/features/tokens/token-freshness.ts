import type { AdapterAccount } from '../../../adapters/contract.js'
import type { App } from '../../core/lifetimes.js'

/* Whether an access token needs a refresh. token-refresh.ts decides whether a request may be sent now. */

/** How fresh an access token must be. */
export interface Freshness {
  /** Seconds for which the token must still be valid. Default: 60. */
  readonly validFor?: number | undefined
  /** An access token that an API has rejected. It is not returned again. */
  readonly refused?: string | undefined
}

/**
 * Whether the access token needs no refresh: it is valid for at least `validFor` seconds or has no expiry, and no API has rejected it.
 */
export function isFresh(
  account: AdapterAccount,
  { validFor = 60, refused }: Freshness,
  { clock }: Pick<App, 'clock'>,
): boolean {
  const { access_token: token, expires_at: expiry } = account
  if (!token || token === refused) return false
  return expiry === undefined || expiry === null || Number(expiry) - clock() / 1000 > validFor
}
