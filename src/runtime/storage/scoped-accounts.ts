import type { AccountKey, Adapter } from '../../adapters/contract.js'
import type { Provider } from '../../providers/kinds/provider.js'
import { type AccountScope, accountName } from './account-keys.js'

/**
 * An adapter that stores accounts under the names of this tenant and these providers, and finds no other. The name is a part of
 * the configuration, so no provider can make up a subject that is an account of another tenant.
 */
export function scopedAccounts(
  adapter: Adapter,
  providers: ReadonlyMap<string, Provider>,
  scope: AccountScope,
): Adapter {
  if (scope.tenant === undefined && !scope.isLazy) return adapter
  const named = async <Key extends AccountKey>(key: Key): Promise<Key> => ({
    ...key,
    provider: await accountName(key.provider, providers, scope),
  })
  const scoped: { readonly [Name in keyof Adapter]?: NonNullable<Adapter[Name]> } = {
    getUserByAccount: async (key) => (await adapter.getUserByAccount?.(await named(key))) ?? null,
    linkAccount: async (account) => adapter.linkAccount?.(await named(account)),
    unlinkAccount: async (key) => adapter.unlinkAccount?.(await named(key)),
    updateAccount: async (account) => adapter.updateAccount?.(await named(account)),
    updateAccountIf: async (account, expected) =>
      (await adapter.updateAccountIf?.(await named(account), expected)) ?? false,
    async listAccountsByUserId(userId) {
      const names = new Map<string, string>()
      for (const { id } of providers.values()) names.set(await accountName(id, providers, scope), id)
      const stored = (await adapter.listAccountsByUserId?.(userId)) ?? []
      return stored.flatMap((account) => {
        const provider = names.get(account.provider)
        return provider === undefined ? [] : [{ ...account, provider }]
      })
    },
    async getAccount(providerAccountId, provider) {
      const key = await named({ providerAccountId, provider })
      const account = await adapter.getAccount?.(providerAccountId, key.provider)
      return account ? { ...account, provider } : null
    },
    inTransaction: async (work) => {
      if (!adapter.inTransaction) throw new Error('The adapter has no transactions.')
      return adapter.inTransaction((inside) => work(scopedAccounts(inside, providers, scope)))
    },
  }
  // What the adapter lacks stays missing, and an instance of a class is called as itself.
  return new Proxy(adapter, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name)
      if (typeof own !== 'function') return own
      return scoped[name as keyof Adapter] ?? own.bind(target)
    },
  })
}
