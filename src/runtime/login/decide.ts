import type { AdapterUser } from '../../adapters/contract.js'
import type { LoginCapabilities } from './capabilities.js'
import type { Decision } from './decision.js'
import type { Identity } from './identity.js'

/**
 * Decides what a login is to write. Throws `OAuthAccountNotLinked` when the account, or its address,
 * belongs to another user.
 *
 * @param current - The user who was signed in when the flow began, and still is.
 */
export async function decide(
  identity: Identity,
  current: AdapterUser | null,
  instance: LoginCapabilities,
): Promise<Decision> {
  const { adapter } = instance
  const { link, user, credential, owner: ofAddress } = identity
  if (ofAddress !== undefined) return ofAddress ? { kind: 'owner', user: ofAddress } : { kind: 'join' }
  if (!link) return { kind: 'unstored', user }
  if (instance.spec.users) {
    const { decideOwnUser } = await import('#users/login/own-users')
    return decideOwnUser(identity, link, instance)
  }
  // Two providers may return the same id for different users.
  if (!adapter) return { kind: 'unstored', user: { ...user, id: `${link.provider}|${user.id}` } }
  if (credential) {
    const { decideCredential } = await import('#passkeys/login/credential')
    return decideCredential(identity, credential, link, current, adapter)
  }
  const { decideAccount } = await import('#database/login/decide-account')
  return decideAccount(identity, link, current, adapter, instance)
}
