import { asError } from '../base/as-error.js'
import type { App } from '../object-lifetimes.js'
import { clientAddressOf } from './client-address.js'
import { count, counterParts, takeBack } from './counter.js'
import { type LimitName, limitPolicies } from './default-limits.js'
import { type LimitKeys, limitKeys } from './limit-keys.js'

export interface ClientLimit {
  /** Counts a request. Throws `RateLimited` after too many requests. */
  begin(request: Request): Promise<CountedRequest>
}

export interface CountedRequest {
  /** Subtracts the request from the count. A failure of the store is only logged. */
  takeBack(): Promise<void>
}

interface ClientLimitOptions {
  readonly name: LimitName
  readonly purpose: string
  readonly scope: keyof LimitKeys
}

/** All clients with an unknown IP address share one limit, which is higher by this factor. */
const SHARED_LIMIT_FACTOR = 10

export function clientLimit(app: App, { name, purpose, scope }: ClientLimitOptions): ClientLimit {
  const parts = counterParts(app)
  const keys = limitKeys(app, purpose)
  const policy = limitPolicies(app.spec.options.limits)[name]
  const ipAddressOf = clientAddressOf(app)
  return {
    async begin(request) {
      if (!policy) return { takeBack: async () => undefined }
      const ipAddress = ipAddressOf(request)
      const max = ipAddress === undefined ? policy.max * SHARED_LIMIT_FACTOR : policy.max
      const key = await keys[scope](name, ipAddress ?? 'unknown')
      const counted = await count([{ policy: { ...policy, max }, key }], parts)
      return {
        takeBack: () => takeBack(counted, parts).catch((error: unknown) => app.logger.error(asError(error))),
      }
    },
  }
}
