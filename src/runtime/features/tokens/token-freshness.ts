import type { AdapterAccount } from '../../../adapters/contract.js'
import type { App } from '../../core/lifetimes.js'
import type { ReadTokensOptions } from './account-tokens.js'

/* Whether an access token needs a refresh. token-refresh.ts decides whether a request may be sent now. */

/**
 * Whether the access token needs no refresh: it is valid for at least `validFor` seconds (default: 60) or has
 * no expiry, and no API has rejected it.
 */
export function isFresh(
  account: AdapterAccount,
  { validFor = 60, refused }: ReadTokensOptions,
  { clock }: Pick<App, 'clock'>,
): boolean {
  const { access_token: token, expires_at: expiry } = account
  if (!token || token === refused) return false
  return expiry === undefined || expiry === null || Number(expiry) - clock() / 1000 > validFor
}
