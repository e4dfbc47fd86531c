import type { CompleteAdapter } from '../complete-adapter.js'
import type { RecordStore, TableName } from './record-store.js'

/** The tables that hold ways to be signed in. Sessions last: whoever has one could attach something again meanwhile. */
const tables = ['authenticators', 'accounts', 'sessions'] as const

/** The method that takes from a user every way to be signed in, as far as there are tables of them. */
export function loginMethods(
  store: RecordStore,
  given: readonly TableName[],
): Pick<CompleteAdapter, 'deleteLoginsByUserId'> {
  return {
    async deleteLoginsByUserId(userId) {
      // A database that compares loosely would take what is somebody else's.
      const [user] = await store.find('users', { id: userId })
      if (!user) return
      for (const table of tables) if (given.includes(table)) await store.removeOwned(table, userId)
    },
  }
}
