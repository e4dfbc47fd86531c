import { MissingAdapter } from '../../../errors.js'
import type { CredentialDescriptor } from '../../../providers/kinds/simple-webauthn.js'
import type { App } from '../../core/object-lifetimes.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import { browserId } from '../../core/storage/passkey-ids.js'

export function passkeyAdapter({ adapter }: App): GuardedAdapter {
  if (adapter) return adapter
  throw new MissingAdapter('Passkeys are stored in a database: call .adapter() before .build().')
}

/** Returns the passkeys of a user, without those whose account was unlinked. */
export async function credentialsOf(
  userId: string,
  provider: string,
  adapter: GuardedAdapter,
): Promise<CredentialDescriptor[]> {
  const authenticators = await adapter.listAuthenticatorsByUserId(userId)
  const linked = await Promise.all(
    authenticators.map(async (authenticator) => {
      const account = await adapter.getAccount(authenticator.providerAccountId, provider)
      return account ? [authenticator] : []
    }),
  )
  return linked.flat().map(({ credentialID, transports }) => ({
    id: browserId(credentialID),
    // Browsers sort the transports. Another order would distinguish a real passkey from a decoy.
    ...(transports && { transports: transports.split(',').sort() }),
  }))
}
