import type { ExpiringTable, RecordStore } from './record-store.js'

/** Called before a row that expires is stored; now and then removes those that have expired. */
export type Sweep = () => Promise<void>

/** Of so many insertions, one removes rows that have expired. The first one does. */
const INTERVAL = 100

/**
 * Milliseconds for which an expired row is kept: the clock of this process may be ahead, and another process may still read the
 * row. Also where the database compares with its own clock, because the process that wrote the row may be behind.
 */
const MARGIN = 86_400_000

/** How many rows of a table are removed at a time, so that no sign-in waits for a long deletion. */
const BATCH = 500

/**
 * Removes expired rows as new ones are stored. Where that cannot be done, as while another process removes the same rows, it is
 * retried another time: it prevents no sign-in.
 */
export function sweeper(store: RecordStore, tables: readonly ExpiringTable[]): Sweep {
  let inserted = 0
  return async () => {
    if (inserted++ % INTERVAL !== 0) return
    const now = new Date(Date.now() - MARGIN)
    for (const table of tables) await store.removeExpired(table, now, BATCH).catch(() => undefined)
  }
}

/** Leaves expired rows to `cleanup()`: in tables of the application, deletions are for it to begin. */
export async function noSweep(): Promise<void> {}
