import type { AccountKey } from '../../adapters/contract.js'
import type { TokenSet } from '../../model/token-set.js'
import type { GuardedAdapter } from './guarded-adapter.js'
import type { Persistence } from './persistence.js'

/** The tokens of an account in clear. */
export type StoredTokens = Pick<TokenSet, 'access_token' | 'refresh_token' | 'id_token'>

/** Whether the adapter returns what it stored of an account. */
export function holdsTokens(adapter: GuardedAdapter | undefined): adapter is GuardedAdapter {
  return adapter?.has('getAccount') === true
}

/**
 * The tokens that are stored with an account, where it is of this user: it may be linked to another one since their session started. The one
 * place where a sign-out reads them.
 */
export async function storedTokens(
  { provider, providerAccountId }: AccountKey,
  userId: string,
  { adapter, accountTokens }: Pick<Persistence, 'adapter' | 'accountTokens'>,
): Promise<StoredTokens> {
  const account = holdsTokens(adapter) ? await adapter.getAccount(providerAccountId, provider) : null
  if (!account || String(account.userId) !== userId) return {}
  const tokens = await accountTokens()
  // The name is that of the configuration, also where an adapter returns another one.
  const { access_token, refresh_token, id_token } = await tokens.open({
    ...account,
    provider,
    providerAccountId,
  })
  return { access_token, refresh_token, id_token }
}
