import type { CompleteAdapter } from '../complete-adapter.js'
import { ownedTables, type RecordStore, type TableName } from './record-store.js'

/** The method that removes a user's sessions and sign-in methods from the tables that exist. */
export function loginMethods(
  store: RecordStore,
  given: readonly TableName[],
): Pick<CompleteAdapter, 'deleteLoginsByUserId'> {
  return {
    async deleteLoginsByUserId(userId) {
      // Unlike `find`, `removeOwned` does not compare ids again, and a database that compares loosely would match another user's rows.
      const [user] = await store.find('users', { id: userId })
      if (!user) return
      for (const table of ownedTables) if (given.includes(table)) await store.removeOwned(table, userId)
    },
  }
}
