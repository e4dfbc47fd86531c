import type { AdapterUser } from '../../adapters/contract.js'
import { AccountNotLinked, WebAuthnVerificationError } from '../../errors.js'
import type { Account } from '../../model/account.js'
import type { GuardedAdapter } from '../storage/guarded-adapter.js'
import type { Decision } from './decision.js'
import type { CredentialOutcome, Identity } from './identity.js'
import { sameId } from './same-id.js'

/**
 * Decides what is written when a passkey was made or used. Throws `AccountNotLinked` when a new one, or the address typed
 * with it, belongs to somebody, and `WebAuthnVerificationError` when one that was used belongs to nobody.
 *
 * Whoever makes a passkey chooses its id, and types an address. So neither leads to a user who is there already, not even
 * to one whose first login was interrupted: only being signed in does.
 *
 * @param current - The user who was signed in when the ceremony began, and still is.
 */
export async function decideCredential(
  { user }: Identity,
  credential: CredentialOutcome,
  link: Account,
  current: AdapterUser | null,
  adapter: GuardedAdapter,
): Promise<Decision> {
  const { provider, providerAccountId } = link
  const owner = await adapter.getUserByAccount({ provider, providerAccountId })
  if (credential.kind === 'used') {
    if (owner && sameId(owner.id, credential.userId)) return { kind: 'known', user: owner }
    throw new WebAuthnVerificationError('The authenticator belongs to no account of the provider any more.')
  }
  const known = owner ?? (await adapter.getAuthenticator(credential.authenticator.credentialID))
  if (known) throw new AccountNotLinked('The passkey is registered already.', { cause: { provider } })
  if (current) return { kind: 'link', user: current, link }
  if (user.email && (await adapter.getUserByEmail(user.email))) throw addressTaken(provider)
  return { kind: 'create', link }
}

/** Somebody with the address is stored already. */
export function addressTaken(provider: string): AccountNotLinked {
  return new AccountNotLinked('A user with this address signs in in another way.', { cause: { provider } })
}
