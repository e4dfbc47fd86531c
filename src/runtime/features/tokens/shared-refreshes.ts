import type { AdapterAccount } from '../../../adapters/contract.js'

/** The outcome of a refresh, for all callers that wait for it. */
export type RefreshOutcome = (
  | { readonly kind: 'tokens'; readonly account: AdapterAccount }
  | { readonly kind: 'notLinked' | 'reauthenticate' | 'consent' }
  | { readonly kind: 'unavailable'; readonly retryAfter?: number | undefined }
) & {
  /**
   * The account to store in the cookie, if the tokens are in a cookie. It may differ from `account`, which
   * may have a token for a resource. Without this member, the cookie stays unchanged.
   */
  readonly cookieAccount?: AdapterAccount | undefined
}

/** Refreshes that are in progress, or whose tokens are not stored yet, by the key that their callers use. */
export function appRefreshes(): Map<string, Promise<RefreshOutcome>> {
  return new Map()
}
