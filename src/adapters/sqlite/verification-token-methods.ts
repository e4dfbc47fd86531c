import type { CompleteAdapter } from '../complete-adapter.js'
import { insert, remove } from './statements.js'
import type { Store } from './store.js'
import type { Sweeper } from './sweeper.js'
import { fromRow, verificationTokenTable } from './tables.js'

type Methods = 'createVerificationToken' | 'useVerificationToken'

/** The methods that store and consume verification tokens. */
export function verificationTokenMethods(store: Store, sweeper: Sweeper): Pick<CompleteAdapter, Methods> {
  return {
    async createVerificationToken(token) {
      const row = await sweeper.insert(insert(verificationTokenTable, { ...token }))
      return fromRow(verificationTokenTable, row)
    },
    async useVerificationToken({ identifier, token }) {
      // One statement, so of several links that are followed at once one finds the row.
      const [row] = await store.rows(remove(verificationTokenTable, { identifier, token }))
      return row ? fromRow(verificationTokenTable, row) : null
    },
  }
}
