import type { AdapterAccount } from '../../adapters/contract.js'
import type { AccountReference, LinkedAccount, RemovalResult } from '../../model/account-management.js'
import type { OAuthCapabilities, OAuthExchange } from '../flows/oauth/capabilities.js'
import { asOAuthProvider } from '../flows/oauth/provider.js'
import type { LoginCapabilities } from '../login/capabilities.js'
import { sameId } from '../login/identity.js'
import { type Removal, removeMethod, type SignedIn } from './removal.js'
import { accountAdapter, countMethods, isOffered, storedMethods } from './sign-in-methods.js'

/** The accounts of a user. */
export async function linkedAccounts(
  { user }: SignedIn,
  instance: LoginCapabilities,
): Promise<readonly LinkedAccount[]> {
  const methods = await storedMethods(user.id, instance)
  const isOne = (await countMethods(user, methods, instance)) <= 1
  return methods.accounts.map((account) => ({
    provider: account.provider,
    providerAccountId: account.providerAccountId,
    type: account.type === 'oidc' ? 'oidc' : 'oauth',
    scopes: (account.scope ?? '').split(/[ ,]+/).filter((scope) => scope !== ''),
    removable: !(isOne && isOffered(account, instance)),
  }))
}

/** Unlinks an account of the signed-in user, and revokes its tokens at the provider. */
export async function unlinkAccount(
  { provider, providerAccountId }: AccountReference,
  instance: OAuthCapabilities,
  exchange: OAuthExchange,
): Promise<RemovalResult> {
  let unlinked: AdapterAccount | undefined
  const done = await removeMethod(
    ({ accounts }) => {
      // The ids of a form are compared with those of the user: no account of another user is found.
      const row = accounts.find(
        (each) => each.provider === provider && each.providerAccountId === providerAccountId,
      )
      unlinked = row
      return (
        row &&
        removalOf(row, instance, () => {
          unlinked = undefined
        })
      )
    },
    instance,
    exchange,
  )
  if (!done.ok || !unlinked) return done
  await instance.revokeAccountTokens([unlinked])
  await instance.emit('unlinkAccount', { provider, providerAccountId, userId: unlinked.userId })
  return { ok: true }
}

/** @param onOther - Called where the account was unlinked meanwhile, and is another user's. */
function removalOf(row: AdapterAccount, instance: OAuthCapabilities, onOther: () => void): Removal {
  const adapter = accountAdapter(instance)
  const link = async (account: AdapterAccount): Promise<void> => {
    await adapter.linkAccount(await (await instance.accountTokens()).open(account))
  }
  const configured = instance.providers.get(row.provider)
  return {
    counts: isOffered(row, instance),
    within: (configured && asOAuthProvider(configured))?.linkWithin,
    async remove() {
      const { provider, providerAccountId } = row
      const removed = await adapter.unlinkAccount({ provider, providerAccountId })
      // Accounts are removed by their ids alone: one that another user has linked in between is theirs.
      if (!removed || sameId(removed.userId, row.userId)) return
      onOther()
      await link(removed)
    },
    restore: () => link(row),
  }
}
