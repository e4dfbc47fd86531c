import type { AdapterUser } from '../../adapters/contract.js'
import type { Account } from '../../model/account.js'
import type { GuardedAdapter } from '../storage/guarded-adapter.js'

/** Whose an account is, and whether it was linked just now or by another login in the meantime. */
export interface LinkOutcome {
  readonly owner: AdapterUser
  readonly by: 'us' | 'another'
}

/** Links an account to a user, or finds whose it is when another login has linked it in the meantime. */
export async function linkOrFind(
  link: Account,
  user: AdapterUser,
  adapter: GuardedAdapter,
): Promise<LinkOutcome> {
  try {
    await adapter.linkAccount({ ...link, userId: user.id })
    return { owner: user, by: 'us' }
  } catch (error) {
    const { provider, providerAccountId } = link
    const owner = await adapter.getUserByAccount({ provider, providerAccountId }).catch(() => null)
    if (!owner) throw error
    return { owner, by: 'another' }
  }
}
