import type { CompleteAdapter } from '../complete-adapter.js'
import type { AdapterAccount } from '../contract.js'
import type { SqliteStatement } from './client.js'
import { insert, remove, select, update } from './statements.js'
import type { Store } from './store.js'
import { accountFromRow, accountTable } from './tables.js'

type Methods = 'linkAccount' | 'unlinkAccount' | 'updateAccount' | 'getAccount'

/** The methods that read and write accounts. */
export function accountMethods(store: Store): Pick<CompleteAdapter, Methods> {
  async function first(statement: SqliteStatement): Promise<AdapterAccount | null> {
    const [row] = await store.rows(statement)
    return row ? accountFromRow(row) : null
  }

  return {
    async linkAccount(account) {
      const [row] = await store.rows(insert(accountTable, { ...account }))
      return accountFromRow(row ?? {})
    },
    unlinkAccount: async ({ provider, providerAccountId }) =>
      first(remove(accountTable, { provider, providerAccountId })),
    async updateAccount(account) {
      const { provider, providerAccountId, userId } = account
      return first(update(accountTable, { ...account }, { provider, providerAccountId, userId }))
    },
    getAccount: async (providerAccountId, provider) =>
      first(select(accountTable, { provider, providerAccountId })),
  }
}
