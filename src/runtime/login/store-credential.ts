import type { AdapterUser } from '../../adapters/contract.js'
import { asError } from '../as-error.js'
import type { CredentialOutcome, Identity, NewAuthenticator } from '../flows/identity.js'
import type { GuardedAdapter } from '../instance/guarded-adapter.js'
import type { Instance } from '../instance/instance.js'
import { addressTaken } from './decide-credential.js'
import type { Decision } from './decision.js'
import { removeUser } from './remove-user.js'
import type { Stored } from './stored.js'

/** Stores what a WebAuthn ceremony did: a new passkey with its account, or how often one was used. */
export async function storeCredential(
  identity: Identity,
  credential: CredentialOutcome,
  decision: Decision,
  adapter: GuardedAdapter,
  instance: Instance,
): Promise<Stored> {
  switch (decision.kind) {
    case 'link':
    case 'create':
      if (credential.kind === 'made') {
        return storePasskey(identity, credential.authenticator, decision, adapter, instance)
      }
      break
    case 'known':
      if (credential.kind === 'used') return countUse(credential, decision.user, adapter)
  }
  throw new Error(`A passkey that was ${credential.kind} cannot be stored as ${decision.kind}.`)
}

async function countUse(
  { credentialID, count }: Extract<CredentialOutcome, { kind: 'used' }>,
  user: AdapterUser,
  adapter: GuardedAdapter,
): Promise<Stored> {
  if (count !== undefined) await adapter.updateAuthenticatorCounter(credentialID, count)
  return { user, isNewUser: false }
}

async function storePasskey(
  identity: Identity,
  authenticator: NewAuthenticator,
  decision: Extract<Decision, { kind: 'link' | 'create' }>,
  adapter: GuardedAdapter,
  instance: Instance,
): Promise<Stored> {
  const { emit } = instance
  const { link } = decision
  const isNewUser = decision.kind === 'create'
  const user = isNewUser ? await createUser(identity, decision.id, adapter) : decision.user
  await linkPasskey(authenticator, user, decision, adapter, instance)
  if (isNewUser) await emit('createUser', { user })
  await emit('linkAccount', {
    provider: identity.provider,
    user,
    account: link,
    profile: isNewUser ? identity.user : user,
  })
  // One more passkey of somebody who is signed in is theirs, whatever becomes of the new session.
  return isNewUser ? { user, isNewUser, undo: () => removeUser(user, instance) } : { user, isNewUser }
}

async function createUser(
  { user: { name, email }, provider }: Identity,
  id: string,
  adapter: GuardedAdapter,
): Promise<AdapterUser> {
  try {
    return await adapter.createUser({
      id,
      email: email ?? null,
      emailVerified: null,
      ...(name && { name }),
    })
  } catch (error) {
    // Somebody with the address has been stored in the meantime.
    const namesake = email && (await adapter.getUserByEmail(email).catch(() => null))
    throw namesake ? addressTaken(provider) : error
  }
}

/** Stores a passkey with its account. When one of them cannot be, everything is taken back. */
async function linkPasskey(
  authenticator: NewAuthenticator,
  user: AdapterUser,
  { kind, link }: Extract<Decision, { kind: 'link' | 'create' }>,
  adapter: GuardedAdapter,
  { logger }: Instance,
): Promise<void> {
  let isLinked = false
  try {
    await adapter.linkAccount({ ...link, userId: user.id })
    isLinked = true
    await adapter.createAuthenticator({ ...authenticator, userId: user.id })
  } catch (error) {
    if (kind === 'create') await removeUser(user, { adapter, logger })
    else if (isLinked && adapter.has('unlinkAccount')) {
      await adapter.unlinkAccount(link).catch((fault: unknown) => logger.error(asError(fault)))
    }
    throw error
  }
}
