import type { AdapterAccount } from '../../../adapters/contract.js'

/** The outcome of a refresh, for all callers that wait for it. */
export type RefreshOutcome =
  | {
      readonly kind: 'tokens'
      readonly account: AdapterAccount
      /**
       * The account to store in a cookie, if it is not `account`: `account` may have a token for a resource.
       */
      readonly cookieAccount?: AdapterAccount | undefined
    }
  | { readonly kind: 'notLinked' | 'reauthenticate' | 'consent' }
  | { readonly kind: 'unavailable'; readonly retryAfter?: number | undefined }

/** Refreshes in progress, and those whose tokens are not stored yet, by the key of their callers. */
export function appRefreshes(): Map<string, Promise<RefreshOutcome>> {
  return new Map()
}
