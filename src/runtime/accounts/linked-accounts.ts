import type { AdapterAccount } from '../../adapters/contract.js'
import type { AccountReference, LinkedAccount, RemovalResult } from '../../model/account-management.js'
import { waitUntil } from '../../platform/wait-until.js'
import type { OAuthCapabilities, OAuthExchange } from '../flows/oauth/capabilities.js'
import { asOAuthProvider } from '../flows/oauth/provider.js'
import { revokeTokens } from '../flows/oauth/revocation.js'
import type { LoginCapabilities } from '../login/capabilities.js'
import { inTime } from '../storage/in-time.js'
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
      return row && removalOf(row, instance)
    },
    instance,
    exchange,
  )
  if (!done.ok || !unlinked) return done
  await revokeAt(unlinked, instance)
  await instance.emit('unlinkAccount', { provider, providerAccountId, userId: unlinked.userId })
  return { ok: true }
}

function removalOf(row: AdapterAccount, instance: OAuthCapabilities): Removal {
  const adapter = accountAdapter(instance)
  const configured = instance.providers.get(row.provider)
  return {
    counts: isOffered(row, instance),
    within: (configured && asOAuthProvider(configured))?.linkWithin,
    async remove() {
      const { provider, providerAccountId } = row
      await adapter.unlinkAccount({ provider, providerAccountId })
    },
    async restore() {
      await adapter.linkAccount(await (await instance.accountTokens()).open(row))
    },
  }
}

/** Milliseconds for which a request waits for the provider. */
const TIME_LIMIT = 1_000

/** Revokes the tokens of an account that is unlinked. It never rejects. */
async function revokeAt(row: AdapterAccount, instance: OAuthCapabilities): Promise<void> {
  const configured = instance.providers.get(row.provider)
  const provider = configured && asOAuthProvider(configured)
  if (!provider) return
  const revoking = (async () => {
    const { access_token, refresh_token } = await (await instance.accountTokens()).open(row)
    await revokeTokens(provider, { access_token, refresh_token }, instance)
  })().catch(() => undefined)
  waitUntil(revoking)
  await inTime(revoking, TIME_LIMIT).catch(() => undefined)
}
