import type { AdapterAccount } from '../../../adapters/contract.js'
import { createMac } from '../../core/crypto/mac.js'
import type { App } from '../../core/lifetimes.js'
import { authorityOf } from '../../core/storage/provider-authority.js'

/** A key for an account under the first secret. It reveals nothing about the account. */
export async function tagOf(
  account: AdapterAccount,
  app: Pick<App, 'secrets' | 'providers'>,
): Promise<string> {
  const [newest = ''] = await tagsOf(account, app)
  return newest
}

/** The keys for an account, one for each secret. The key of the first secret comes first. */
export async function tagsOf(
  { provider, providerAccountId, userId }: AdapterAccount,
  { secrets, providers }: Pick<App, 'secrets' | 'providers'>,
): Promise<string[]> {
  const authority = authorityOf(providers.get(provider))
  return createMac(secrets, 'token refresh').signAll(
    JSON.stringify([provider, authority, providerAccountId, String(userId)]),
  )
}
