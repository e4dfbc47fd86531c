import { AdapterError } from '../../errors.js'
import { EXPIRY_MARGIN_MS } from '../../model/kept-after-expiry.js'
import type { CompleteAdapter } from '../complete-adapter.js'
import type { ExpiringTable, RecordStore } from './record-store.js'

const DEFAULT_BATCH = 1000

export function cleanupMethod(
  store: RecordStore,
  tables: readonly ExpiringTable[],
): Pick<CompleteAdapter, 'cleanup'> {
  async function removeAll(table: ExpiringTable, now: Date, batch: number): Promise<number> {
    let removed = 0
    let last: number
    do {
      last = await store.removeExpired(table, now, batch)
      removed += last
    } while (last >= batch)
    return removed
  }

  return {
    async cleanup({ batch = DEFAULT_BATCH } = {}) {
      requireBatch(batch)
      const now = new Date(Date.now() - EXPIRY_MARGIN_MS)
      const removed = { sessions: 0, verificationTokens: 0 }
      for (const table of tables) removed[table] = await removeAll(table, now, batch)
      return removed
    },
  }
}

/** Rejects batch sizes with which `cleanup` would never end. */
function requireBatch(batch: number): void {
  if (Number.isSafeInteger(batch) && batch >= 1) return
  throw new AdapterError('The option batch of cleanup() must be an integer of at least 1.')
}
