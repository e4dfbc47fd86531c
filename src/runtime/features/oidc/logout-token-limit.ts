import { asError } from '../../core/base/as-error.js'
import type { App } from '../../core/lifetimes.js'
import { clientAddress } from '../../core/limits/client-address.js'
import { type Counted, count, takeBack } from '../../core/limits/counter.js'
import { limitParts } from '../../core/limits/limit-parts.js'
import { limitPolicies } from '../../core/limits/limit-policies.js'

export interface LogoutTokenLimit {
  /** Called before the token is verified. Throws `RateLimited` if too many were rejected. */
  begin(request: Request): Promise<CountedToken>
}

export interface CountedToken {
  /** A failure of the store is only logged. */
  takeBack(): Promise<void>
}

/** All clients with an unknown IP address share one limit, and one of them may be the provider. */
const SHARED_LIMIT_FACTOR = 10

/**
 * Accepted tokens do not count, because a provider may send many at once. Each tenant has separate counters,
 * because providers of several tenants may share an IP address.
 */
export function logoutTokenLimit(app: App): LogoutTokenLimit {
  const parts = limitParts(app, 'logout tokens')
  const { limits, keys } = parts
  const { logoutTokens: policy } = limitPolicies(limits)
  const ipAddressOf = clientAddress({ ...parts, option: parts.clientAddress })

  const countersOf = async (ipAddress: string | undefined): Promise<readonly Counted[]> => {
    if (!policy) return []
    const max = ipAddress === undefined ? policy.max * SHARED_LIMIT_FACTOR : policy.max
    return [{ policy: { ...policy, max }, key: await keys.ofTenant('logoutTokens', ipAddress ?? 'unknown') }]
  }

  return {
    async begin(request) {
      const counted = await count(await countersOf(ipAddressOf(request)), parts)
      return {
        takeBack: () => takeBack(counted, parts).catch((error: unknown) => app.logger.error(asError(error))),
      }
    },
  }
}
