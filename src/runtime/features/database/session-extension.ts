import type { AdapterSession } from '../../../adapters/contract.js'
import { boundsOf } from '../../core/sessions/database-token.js'
import {
  isRowExtended,
  policyOf,
  remainingLifetime,
  type SessionPolicy,
} from '../../core/sessions/session-lifetime.js'

/**
 * Seconds after which a read writes the time of the last use. Writing at each read would be slow. Each
 * extension of the session also writes it.
 */
const USE_INTERVAL_SECONDS = 3600

/** The changes of a row when its session is used. */
export interface SessionExtension {
  /** Whether the row should be written. */
  readonly isDue: boolean
  /** Whether the session expires later after the change. */
  readonly changesExpiry: boolean
  /** The expiry of the session after the change. */
  readonly expires: Date
  readonly changes: Pick<Partial<AdapterSession>, 'expires' | 'lastUsedAt'>
}

/**
 * The extension of a session that is used now.
 *
 * @param now - Seconds since 1970.
 */
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
