import type { CompleteAdapter } from '../complete-adapter.js'
import { ownedTables, type RecordStore, type TableName } from './record-store.js'

export function loginMethods(
  store: RecordStore,
  tables: readonly TableName[],
): Pick<CompleteAdapter, 'deleteLoginsByUserId'> {
  return {
    async deleteLoginsByUserId(userId) {
      for (const table of ownedTables) if (tables.includes(table)) await store.removeOwned(table, userId)
    },
  }
}
