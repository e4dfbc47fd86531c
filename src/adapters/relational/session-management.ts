import type { AdapterSessionInfo } from '../contract.js'
import type { SessionManagement } from '../session-management.js'
import { guardRecords } from './guard-records.js'
import type { Fields, RecordStore } from './record-store.js'
import { sessionFromRow } from './rows.js'

/**
 * Lists and ends sessions, for an adapter that stores their tokens as hashes: what it stores is then what a session may
 * be called by.
 */
export function sessionManagement(records: RecordStore): SessionManagement {
  const store = guardRecords(records)
  return {
    async listSessionsByUserId(userId) {
      return (await store.find('sessions', { userId })).map(infoOf)
    },
    async deleteSessionById(id) {
      const row = await store.remove('sessions', { sessionToken: id })
      return row ? infoOf(row) : null
    },
    async deleteSessionsByUserId(userId) {
      const rows = await store.find('sessions', { userId })
      const removed = await Promise.all(
        rows.map(({ sessionToken }) => store.remove('sessions', { sessionToken })),
      )
      return removed.filter((row) => row !== undefined).length
    },
  }
}

function infoOf(row: Fields): AdapterSessionInfo {
  const { sessionToken: id, ...rest } = sessionFromRow(row, String(row['sessionToken']))
  return { id, ...rest }
}
