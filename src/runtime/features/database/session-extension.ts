import type { AdapterSession } from '../../../adapters/contract.js'
import { boundsOf } from '../../core/sessions/database-token.js'
import {
  isRowExtended,
  policyOf,
  remainingLifetime,
  type SessionPolicy,
} from '../../core/sessions/session-lifetime.js'

/** Minimum time between two writes of the last use. Writing it at each read would be slow. */
const USE_INTERVAL_SECONDS = 3600

export interface SessionExtension {
  readonly isDue: boolean
  readonly changesExpiry: boolean
  readonly expires: Date
  readonly changes: Pick<Partial<AdapterSession>, 'expires' | 'lastUsedAt'>
}

/** Returns the changes of a session row when the session is used. `now` is in seconds since 1970. */
export function sessionExtension(
  { sessionToken, expires, lastUsedAt }: AdapterSession,
  now: number,
  parts: { readonly policy: SessionPolicy; readonly storesMetadata: boolean },
): SessionExtension {
  const bounds = boundsOf(sessionToken, now)
  const policy = policyOf(parts.policy, bounds)
  const renewed = new Date((now + remainingLifetime(policy, bounds.start, now)) * 1000)
  const changesExpiry = isRowExtended(expires.getTime(), renewed.getTime(), policy.updateAge)
  // If `lastUsedAt` is missing, the table may not have this column.
  const isUseDue = lastUsedAt ? now >= lastUsedAt.getTime() / 1000 + USE_INTERVAL_SECONDS : false
  return {
    isDue: changesExpiry || isUseDue,
    changesExpiry,
    expires: renewed,
    changes: {
      ...(changesExpiry && { expires: renewed }),
      ...(parts.storesMetadata && { lastUsedAt: new Date(now * 1000) }),
    },
  }
}
