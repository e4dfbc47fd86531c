import type { AdapterAccount } from '../../../adapters/contract.js'
import type { AccountReference, LinkedAccount, RemovalResult } from '../../../model/account.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import { sameId } from '../../core/login/identity.js'
import type { SignedIn } from '../../core/login/signed-in-user.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { scopesOf } from '../../core/storage/granted-scopes.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import { inOneTransaction } from '../../core/storage/in-one-transaction.js'
import { accountAdapter } from './account-adapter.js'
import { type Removal, removeMethod } from './remove-sign-in-method.js'
import { countMethods, isOffered, storedMethods } from './user-sign-in-methods.js'

export async function linkedAccounts({ user }: SignedIn, app: App): Promise<readonly LinkedAccount[]> {
  const methods = await storedMethods(user.id, app)
  const isLast = (await countMethods(user, methods, app)) <= 1
  return methods.accounts.map((account) => ({
    provider: account.provider,
    providerAccountId: account.providerAccountId,
    type: account.type === 'oidc' ? 'oidc' : 'oauth',
    scopes: scopesOf(account),
    removable: !(isLast && isOffered(account, app)),
  }))
}

export async function unlinkAccount(
  { provider, providerAccountId }: AccountReference,
  app: App,
  exchange: Exchange,
): Promise<RemovalResult> {
  let unlinked: AdapterAccount | undefined
  const done = await removeMethod(
    ({ accounts }) => {
      // Only accounts of the signed-in user are searched, because the id comes from a form.
      unlinked = accounts.find(
        (each) => each.provider === provider && each.providerAccountId === providerAccountId,
      )
      return unlinked && removalOf(unlinked, app)
    },
    app,
    exchange,
  )
  if (!done.ok || !unlinked) return done
  await app.tokensEnded([unlinked])
  await app.emit('unlinkAccount', { provider, providerAccountId, userId: unlinked.userId })
  return done
}

function removalOf(row: AdapterAccount, app: App): Removal {
  const adapter = accountAdapter(app)
  const { provider, providerAccountId, userId } = row
  const link = async (account: AdapterAccount, inside: GuardedAdapter): Promise<void> => {
    await inside.linkAccount(await app.sealedTokens.open(account))
  }
  return {
    counts: isOffered(row, app),
    within: linkWithin(app.providers.get(provider)),
    remove: () =>
      inOneTransaction(adapter, async (inside) => {
        const holder = await inside.getUserByAccount({ provider, providerAccountId })
        if (!holder || !sameId(holder.id, userId)) return false
        const removed = await inside.unlinkAccount({ provider, providerAccountId })
        // `unlinkAccount` does not check the user. If another request has linked the account to another user in
        // the meantime, link it to that user again.
        if (!removed || sameId(removed.userId, userId)) return true
        await link(removed, inside)
        return false
      }),
    restore: () => link(row, adapter),
  }
}

/**
 * Returns the option `linkWithin`. It is read from the provider, because creating the OAuth client fails if
 * its environment variables are not set.
 */
function linkWithin(provider: Provider | undefined): number | undefined {
  return provider?.type === 'oauth' || provider?.type === 'oidc' ? provider.linkWithin : undefined
}
