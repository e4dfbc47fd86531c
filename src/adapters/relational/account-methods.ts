import type { CompleteAdapter } from '../complete-adapter.js'
import type { AdapterAccount } from '../contract.js'
import type { Fields, RecordStore } from './record-store.js'
import { accountFromRow } from './rows.js'

type Methods =
  | 'linkAccount'
  | 'unlinkAccount'
  | 'updateAccount'
  | 'updateAccountIf'
  | 'listAccountsByUserId'
  | 'getAccount'

export function accountMethods(store: RecordStore): Pick<CompleteAdapter, Methods> {
  const accountOrNull = (row: Fields | undefined): AdapterAccount | null => (row ? accountFromRow(row) : null)

  return {
    async linkAccount(account) {
      return accountFromRow(await store.insert('accounts', { ...account }))
    },
    async unlinkAccount({ provider, providerAccountId }) {
      return accountOrNull(await store.remove('accounts', { provider, providerAccountId }))
    },
    async updateAccount(account) {
      const { provider, providerAccountId, userId } = account
      const key = { provider, providerAccountId, userId }
      return accountOrNull(await store.update('accounts', { ...account }, key))
    },
    async listAccountsByUserId(userId) {
      return (await store.find('accounts', { userId })).map(accountFromRow)
    },
    async updateAccountIf(account, expected) {
      const { provider, providerAccountId, userId } = account
      const key = { provider, providerAccountId, userId, refresh_token: expected }
      return store.updateIf('accounts', { ...account }, key)
    },
    async getAccount(providerAccountId, provider) {
      return accountOrNull((await store.find('accounts', { provider, providerAccountId }))[0])
    },
  }
}
