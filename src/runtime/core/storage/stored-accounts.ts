import type { AccountKey } from '../../../adapters/contract.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import { type AccountScope, accountName } from './account-names.js'
import { type GuardedAdapter, withMethods } from './guarded-adapter.js'
import type { SealedTokens } from './sealed-tokens.js'

/**
 * Wraps an adapter so that accounts are stored under the names of `account-names.ts`. These names depend only
 * on the configuration, so a provider cannot choose a user id of another tenant.
 */
export function scopedAccounts(
  adapter: GuardedAdapter,
  providers: () => ReadonlyMap<string, Provider>,
  scope: AccountScope,
): GuardedAdapter {
  if (scope.tenant === undefined && !scope.isLazy) return adapter
  const withStoredName = async <Key extends AccountKey>(key: Key): Promise<Key> => ({
    ...key,
    provider: await accountName(key.provider, providers(), scope),
  })
  return withMethods(adapter, (inner) => ({
    getUserByAccount: async (key) => inner.getUserByAccount(await withStoredName(key)),
    linkAccount: async (account) => inner.linkAccount(await withStoredName(account)),
    async unlinkAccount(key) {
      const removed = await inner.unlinkAccount(await withStoredName(key))
      return removed ? { ...removed, provider: key.provider } : removed
    },
    updateAccount: async (account) => inner.updateAccount(await withStoredName(account)),
    updateAccountIf: async (account, expected) =>
      inner.updateAccountIf(await withStoredName(account), expected),
    async listAccountsByUserId(userId) {
      const names = new Map<string, string>()
      for (const { id } of providers().values()) names.set(await accountName(id, providers(), scope), id)
      const stored = await inner.listAccountsByUserId(userId)
      return stored.flatMap((account) => {
        const provider = names.get(account.provider)
        return provider === undefined ? [] : [{ ...account, provider }]
      })
    },
    async getAccount(providerAccountId, provider) {
      const key = await withStoredName({ providerAccountId, provider })
      const account = await inner.getAccount(providerAccountId, key.provider)
      return account ? { ...account, provider } : null
    },
  }))
}

export function sealedAccounts(adapter: GuardedAdapter, seal: SealedTokens['seal']): GuardedAdapter {
  return withMethods(adapter, (inner) => ({
    linkAccount: async (account) => inner.linkAccount(await seal(account)),
    updateAccount: async (account) => inner.updateAccount(await seal(account)),
    updateAccountIf: async (account, expected) => inner.updateAccountIf(await seal(account), expected),
  }))
}
