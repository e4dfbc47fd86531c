import type { CredentialDescriptor } from '../../../providers/kinds/simple-webauthn.js'
import type { GuardedAdapter } from '../../storage/guarded-adapter.js'
import { browserId } from './credential-id.js'

/** The passkeys of a user with a provider. One whose account was unlinked is none any more. */
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
    ...(transports && { transports: transports.split(',') }),
  }))
}
