import { EXPIRY_MARGIN_MS } from '../../model/expiry-margin.js'
import type { ExpiringTable, RecordStore } from './record-store.js'

/** Called before a row that expires is stored; now and then removes those that have expired. */
export type Sweep = () => Promise<void>

/** Insertions per sweep of expired rows. The first insertion sweeps, too. */
const ROWS_PER_SWEEP = 100

/** How many rows of a table are removed at a time, so that no sign-in waits for a long deletion. */
const BATCH = 500

/**
 * Removes expired rows as new ones are stored. Where that cannot be done, as while another process removes the same rows, it is
 * retried another time: it prevents no sign-in.
 */
export function sweeper(store: RecordStore, tables: readonly ExpiringTable[]): Sweep {
  let inserted = 0
  return async () => {
    if (inserted++ % ROWS_PER_SWEEP !== 0) return
    const now = new Date(Date.now() - EXPIRY_MARGIN_MS)
    for (const table of tables) await store.removeExpired(table, now, BATCH).catch(() => undefined)
  }
}

/** Leaves expired rows to `cleanup()`: in tables of the application, deletions are for it to begin. */
export async function noSweep(): Promise<void> {}
