import { EXPIRY_MARGIN_MS } from '../../model/kept-after-expiry.js'
import { waitUntil } from '../../platform/wait-until.js'
import type { ExpiringTable, RecordStore } from './record-store.js'

/**
 * Called after a row with the expiry `expires` was stored. Rows that expire later than this row are kept, even if the
 * clock of this process says that they have expired.
 */
export type Sweep = (table: ExpiringTable, expires: Date) => void

const INSERTS_PER_SWEEP = 100

/** Maximum number of rows that one sweep deletes, so that it does not occupy its connection for long. */
const BATCH = 500

/** After this time, another sweep may start, because on Cloudflare Workers a sweep may never end. */
const MAX_SWEEP_MS = 60_000

/**
 * Returns a function that deletes expired rows from time to time. A deletion can fail, for example because another
 * process deletes the same rows. The sign-in succeeds anyway, and a later sweep deletes the rows.
 */
export function sweeper(store: RecordStore): Sweep {
  const inserted = { sessions: 0, verificationTokens: 0 }
  const busyUntil = { sessions: 0, verificationTokens: 0 }
  const sweep = async (table: ExpiringTable, expires: Date): Promise<void> => {
    busyUntil[table] = Date.now() + MAX_SWEEP_MS
    const now = new Date(Math.min(Date.now(), expires.getTime()) - EXPIRY_MARGIN_MS)
    await store.removeExpired(table, now, BATCH).catch(() => undefined)
    busyUntil[table] = 0
  }
  return (table, expires) => {
    if (inserted[table]++ % INSERTS_PER_SWEEP === 0 && Date.now() >= busyUntil[table])
      waitUntil(sweep(table, expires))
  }
}

export function noSweep(): void {}
