import { EXPIRY_MARGIN_MS } from '../../model/expiry-margin.js'
import type { ExpiringTable, RecordStore } from './record-store.js'

/** Called before a row that expires is stored; now and then removes those that have expired. */
export type Sweep = () => Promise<void>

/** Insertions per sweep of expired rows. The first insertion sweeps, too. */
const ROWS_PER_SWEEP = 100

/** How many rows of a table are removed at a time, so that no sign-in waits for a long deletion. */
const BATCH = 500

/**
 * Deletes expired rows when new ones are stored. A failed deletion, for example because another process deletes the same rows, is
 * retried later and does not prevent the sign-in.
 */
export function sweeper(store: RecordStore, tables: readonly ExpiringTable[]): Sweep {
  let inserted = 0
  return async () => {
    if (inserted++ % ROWS_PER_SWEEP !== 0) return
    const now = new Date(Date.now() - EXPIRY_MARGIN_MS)
    for (const table of tables) await store.removeExpired(table, now, BATCH).catch(() => undefined)
  }
}

/** Leaves expired rows to `cleanup()`: the application decides when its rows are deleted. */
export async function noSweep(): Promise<void> {}
