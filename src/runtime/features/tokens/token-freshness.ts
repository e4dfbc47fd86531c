import type { AdapterAccount } from '../../../adapters/contract.js'
import type { App } from '../../core/object-lifetimes.js'

export interface Freshness {
  /** Seconds for which the token must still be valid. Default: 60. */
  readonly validFor?: number | undefined
  /** An access token that an API has rejected. */
  readonly refused?: string | undefined
}

/** Whether an access token can be used. A token without expiry is fresh unless an API has rejected it. */
export function isFresh(
  account: AdapterAccount,
  { validFor = 60, refused }: Freshness,
  { clock }: Pick<App, 'clock'>,
): boolean {
  const { access_token: token, expires_at: expiry } = account
  if (!token || token === refused) return false
  return expiry === undefined || expiry === null || Number(expiry) - clock() / 1000 > validFor
}
