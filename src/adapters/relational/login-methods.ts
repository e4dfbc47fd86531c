import type { CompleteAdapter } from '../complete-adapter.js'
import type { RecordStore, TableName } from './record-store.js'

/** The tables with ways to sign in. Sessions last: a session could add one of the others meanwhile. */
const tables = ['authenticators', 'accounts', 'sessions'] as const

/** The method that takes from a user every way to be signed in, as far as there are tables of them. */
export function loginMethods(
  store: RecordStore,
  given: readonly TableName[],
): Pick<CompleteAdapter, 'deleteLoginsByUserId'> {
  return {
    async deleteLoginsByUserId(userId) {
      // A database that compares loosely would match another user's row.
      const [user] = await store.find('users', { id: userId })
      if (!user) return
      for (const table of tables) if (given.includes(table)) await store.removeOwned(table, userId)
    },
  }
}
