import { macTag } from '../../core/crypto/mac.js'
import type { App } from '../../core/lifetimes.js'
import { clientAddress } from '../../core/limits/client-address.js'
import { type Counted, count, takeBack } from '../../core/limits/counter.js'
import { limitParts } from '../../core/limits/limit-parts.js'
import { limitPolicies } from '../../core/limits/limit-policies.js'

/** Rate limit for logout tokens that are rejected. */
export interface LogoutTokenLimit {
  /** Counts a token before it is verified. Throws `RateLimited` when too many were rejected. */
  begin(request: Request): Promise<CountedToken>
}

/** A logout token that was let through. */
export interface CountedToken {
  /** It was accepted, so it does not count. */
  accepted(): Promise<void>
}

/** How many times the limit holds for all clients together whose address is unknown, the provider among them. */
const UNKNOWN = 10

/** Limits logout tokens by the network address that sends them. A provider may send many at a time, so those that are accepted do not count. */
export function logoutTokenLimit(app: App): LogoutTokenLimit {
  const parts = limitParts(app)
  const { limits } = parts
  const mac = app.mac('logout tokens')
  const { logoutTokens: policy } = limitPolicies(limits)
  const addressOf = clientAddress({ ...parts, option: parts.clientAddress })

  const countedUnder = async (address: string | undefined): Promise<readonly Counted[]> => {
    if (!policy) return []
    const tag = address === undefined ? 'unknown' : await macTag(mac, address)
    const max = address === undefined ? policy.max * UNKNOWN : policy.max
    return [{ policy: { ...policy, max }, key: `logoutTokens:${tag}` }]
  }

  return {
    async begin(request) {
      const tokens = await count(await countedUnder(addressOf(request)), parts)
      return { accepted: () => takeBack(tokens, parts) }
    },
  }
}
