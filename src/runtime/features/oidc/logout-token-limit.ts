import { asError } from '../../core/base/as-error.js'
import type { App } from '../../core/lifetimes.js'
import { clientAddress } from '../../core/limits/client-address.js'
import { type Counted, count, takeBack } from '../../core/limits/counter.js'
import { limitParts } from '../../core/limits/limit-parts.js'
import { limitPolicies } from '../../core/limits/limit-policies.js'

/** Rate limit of rejected logout tokens. */
export interface LogoutTokenLimit {
  /** Counts a token before it is verified. Throws `RateLimited` if too many were rejected. */
  begin(request: Request): Promise<CountedToken>
}

/** A counted logout token. */
export interface CountedToken {
  /** Removes a token that was not rejected from the count. A failure of the store is only logged. */
  takeBack(): Promise<void>
}

/** Factor of the limit that all clients with an unknown IP address share. One of them may be the provider. */
const SHARED_LIMIT_FACTOR = 10

/**
 * Rate-limits rejected logout tokens by IP address. Other tokens do not count, because a provider may
 * send many at once. Tenants are counted separately. Their providers may share an IP address, and rejected
 * tokens of one tenant must not block those of another.
 */
export function logoutTokenLimit(app: App): LogoutTokenLimit {
  const parts = limitParts(app, 'logout tokens')
  const { limits, keys } = parts
  const { logoutTokens: policy } = limitPolicies(limits)
  const addressOf = clientAddress({ ...parts, option: parts.clientAddress })

  const countedUnder = async (address: string | undefined): Promise<readonly Counted[]> => {
    if (!policy) return []
    const max = address === undefined ? policy.max * SHARED_LIMIT_FACTOR : policy.max
    return [{ policy: { ...policy, max }, key: await keys.ofTenant('logoutTokens', address ?? 'unknown') }]
  }

  return {
    async begin(request) {
      const tokens = await count(await countedUnder(addressOf(request)), parts)
      return {
        takeBack: () => takeBack(tokens, parts).catch((error: unknown) => app.logger.error(asError(error))),
      }
    },
  }
}
