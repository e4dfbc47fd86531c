import type { AdapterAccount } from '../../../adapters/contract.js'
import type { App } from '../../core/lifetimes.js'
import type { ReadTokensOptions } from './account-tokens.js'

/* Whether an access token needs a refresh. token-refresh.ts decides when no request is sent anyway, such as after a failure. */

/**
 * Whether the access token needs no refresh: it is valid for at least `validFor` seconds (default: 60), and the API has not rejected it.
 */
export function isFresh(
  account: AdapterAccount,
  { validFor = 60, refused }: ReadTokensOptions,
  { clock }: Pick<App, 'clock'>,
): boolean {
  const { access_token: token, expires_at: end } = account
  if (!token || token === refused) return false
  return end === undefined || end === null || Number(end) - clock() / 1000 > validFor
}
