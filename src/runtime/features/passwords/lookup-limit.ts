import type { App } from '../../core/lifetimes.js'
import { clientAddress } from '../../core/limits/client-address.js'
import { count } from '../../core/limits/counter.js'
import { limitParts } from '../../core/limits/limit-parts.js'
import { limitPolicies } from '../../core/limits/limit-policies.js'

/** Called before a lookup. Throws `RateLimited` after too many lookups. */
export type LookupLimit = (request: Request) => Promise<void>

/** All clients with an unknown IP address share one limit. */
const UNKNOWN_CLIENT_FACTOR = 10

/** With a sign-up form, any client can make the server send a lookup. */
export function lookupLimit(app: App): LookupLimit {
  const parts = limitParts(app, 'password lookups')
  const { passwordLookups: policy } = limitPolicies(parts.limits)
  const addressOf = clientAddress({ ...parts, option: parts.clientAddress })
  return async (request) => {
    if (!policy) return
    const address = addressOf(request)
    const max = address === undefined ? policy.max * UNKNOWN_CLIENT_FACTOR : policy.max
    const key = await parts.keys.ofAll('passwordLookups', address ?? 'unknown')
    await count([{ policy: { ...policy, max }, key }], parts)
  }
}
