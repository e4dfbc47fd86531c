import { EXPIRY_MARGIN_MS } from '../../model/expiry-margin.js'
import { waitUntil } from '../../platform/wait-until.js'
import type { ExpiringTable, RecordStore } from './record-store.js'

/**
 * Called after a row with the expiry `expires` was stored. Rows that expire later than this row are kept, even if the
 * clock of this process says that they have expired.
 */
export type Sweep = (table: ExpiringTable, expires: Date) => void

const ROWS_PER_SWEEP = 100

/** Maximum number of rows that one sweep deletes, so that it does not occupy its connection for long. */
const BATCH = 500

/**
 * A deletion can fail, for example because another process deletes the same rows. The sign-in succeeds anyway, and a
 * later sweep deletes the rows.
 */
export function sweeper(store: RecordStore): Sweep {
  const inserted = { sessions: 0, verificationTokens: 0 }
  const sweeping = new Set<ExpiringTable>()
  const sweep = async (table: ExpiringTable, expires: Date): Promise<void> => {
    sweeping.add(table)
    const now = new Date(Math.min(Date.now(), expires.getTime()) - EXPIRY_MARGIN_MS)
    await store.removeExpired(table, now, BATCH).catch(() => undefined)
    sweeping.delete(table)
  }
  return (table, expires) => {
    if (inserted[table]++ % ROWS_PER_SWEEP === 0 && !sweeping.has(table)) waitUntil(sweep(table, expires))
  }
}

export function noSweep(): void {}
