import type { AdapterAccount } from '../../adapters/contract.js'
import type { AccountReference, LinkedAccount, RemovalResult } from '../../model/account.js'
import type { OAuthCapabilities, OAuthExchange } from '../flows/oauth/capabilities.js'
import { asOAuthProvider } from '../flows/oauth/provider.js'
import type { LoginCapabilities } from '../login/capabilities.js'
import { sameId } from '../login/identity.js'
import type { GuardedAdapter } from '../storage/guarded-adapter.js'
import { type Removal, removeMethod, type SignedIn, whole } from './removal.js'
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
      unlinked = accounts.find(
        (each) => each.provider === provider && each.providerAccountId === providerAccountId,
      )
      return unlinked && removalOf(unlinked, instance)
    },
    instance,
    exchange,
  )
  if (!done.ok || !unlinked) return done
  await instance.revokeAccountTokens([unlinked])
  await instance.emit('unlinkAccount', { provider, providerAccountId, userId: unlinked.userId })
  return done
}

function removalOf(row: AdapterAccount, instance: OAuthCapabilities): Removal {
  const adapter = accountAdapter(instance)
  const { provider, providerAccountId, userId } = row
  const link = async (account: AdapterAccount, inside: GuardedAdapter): Promise<void> => {
    await inside.linkAccount(await (await instance.accountTokens()).open(account))
  }
  return {
    counts: isOffered(row, instance),
    within: asOAuthProvider(instance.providers.get(provider))?.linkWithin,
    remove: () =>
      whole(adapter, async (inside) => {
        const holder = await inside.getUserByAccount({ provider, providerAccountId })
        if (!holder || !sameId(holder.id, userId)) return false
        const removed = await inside.unlinkAccount({ provider, providerAccountId })
        // Accounts are removed by their ids alone: one that another user has linked in between is theirs.
        if (!removed || sameId(removed.userId, userId)) return true
        await link(removed, inside)
        return false
      }),
    restore: () => link(row, adapter),
  }
}
