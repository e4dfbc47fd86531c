import type { AdapterAccount } from '../../../adapters/contract.js'
import { createMac } from '../../core/crypto/mac.js'
import type { App } from '../../core/object-lifetimes.js'
import { authorityOf } from '../../core/storage/provider-authority.js'

/** Returns a key for an account that reveals nothing about the account. */
export async function tagOf(
  account: AdapterAccount,
  app: Pick<App, 'secrets' | 'providers'>,
): Promise<string> {
  const [newest = ''] = await tagsOf(account, app)
  return newest
}

/** Returns one tag for each secret, in the order of the secrets. */
export async function tagsOf(
  { provider, providerAccountId, userId }: AdapterAccount,
  { secrets, providers }: Pick<App, 'secrets' | 'providers'>,
  purpose: 'resource tokens' | 'token refresh' = 'token refresh',
): Promise<string[]> {
  const authority = authorityOf(providers.get(provider))
  return createMac(secrets, purpose).signAll(
    JSON.stringify([provider, authority, providerAccountId, String(userId)]),
  )
}
