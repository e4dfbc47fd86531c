import type { AdapterAccount } from '../../../adapters/contract.js'

export type RefreshOutcome = (
  | { readonly kind: 'tokens'; readonly account: AdapterAccount }
  | { readonly kind: 'notLinked' | 'reauthenticate' | 'consent' }
  | { readonly kind: 'unavailable'; readonly retryAfter?: number | undefined }
) & {
  /** The account to store in the cookie. Without this member, the cookie stays unchanged. */
  readonly cookieAccount?: AdapterAccount | undefined
}

/** Creates the map of refreshes that are in progress, or whose tokens are not stored yet. */
export function appRefreshes(): Map<string, Promise<RefreshOutcome>> {
  return new Map()
}
