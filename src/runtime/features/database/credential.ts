import type { AdapterUser, NewUser } from '../../../adapters/contract.js'
import { AccountNotLinked, WebAuthnVerificationError } from '../../../errors.js'
import { asError } from '../../core/base/as-error.js'
import type { App } from '../../core/lifetimes.js'
import type { Decision, Stored } from '../../core/login/decision.js'
import {
  type CredentialOutcome,
  type Identity,
  type NewAuthenticator,
  type PasskeyClaim,
  sameId,
  stateOf,
} from '../../core/login/identity.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import { removeUser, unlink, unlinkIfProven } from './account-writes.js'

/**
 * Decides what is written after a passkey was created or used. Throws `AccountNotLinked` when a new one, or the address typed
 * with it, belongs to another user, and `WebAuthnVerificationError` when a used one belongs to no user.
 *
 * The client chooses both the id of a passkey and the e-mail address. Neither gives access to an existing user, not even
 * to one whose first login was interrupted: the client must be signed in as that user.
 *
 * @param current - The user who was signed in when the ceremony began, and still is.
 */
export async function decideCredential(
  { user }: Identity,
  { credential, link }: PasskeyClaim,
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

/** A user with the address is stored already. */
function addressTaken(provider: string): AccountNotLinked {
  return new AccountNotLinked('A user with this address signs in in another way.', { cause: { provider } })
}

/** Stores the result of a WebAuthn ceremony: a new passkey with its account, or the new signature counter. */
export async function storeCredential(
  identity: Identity,
  { credential }: PasskeyClaim,
  decision: Decision,
  adapter: GuardedAdapter,
  app: App,
): Promise<Stored> {
  switch (decision.kind) {
    case 'link':
    case 'create':
      if (credential.kind === 'made') {
        return storePasskey(identity, credential.authenticator, decision, adapter, app)
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
  decision: PasskeyDecision,
  adapter: GuardedAdapter,
  app: App,
): Promise<Stored> {
  const { emit } = app
  const { link } = decision
  const isNewUser = decision.kind === 'create'
  const user = adapter.has('inTransaction')
    ? await storeWhole(identity, authenticator, decision, adapter)
    : await storeInTurn(identity, authenticator, decision, adapter, app)
  if (isNewUser) await emit('createUser', { user, ...stateOf(identity, app) })
  await emit('linkAccount', {
    provider: identity.provider,
    user,
    account: link,
    profile: isNewUser ? identity.user : user,
  })
  // A signed-in user keeps the new passkey, even if the new session fails.
  return isNewUser
    ? { user, isNewUser, undo: () => removeUser(user, app) }
    : { user, isNewUser, unlink: () => unlink(link, app) }
}

type PasskeyDecision = Extract<Decision, { kind: 'link' | 'create' }>

/** Stores a passkey, its account and, where it is new, the user in one transaction. */
async function storeWhole(
  identity: Identity,
  authenticator: NewAuthenticator,
  decision: PasskeyDecision,
  adapter: GuardedAdapter,
): Promise<AdapterUser> {
  const isNewUser = decision.kind === 'create'
  try {
    return await adapter.inTransaction(async (inside) => {
      const user = isNewUser ? await inside.createUser(userOf(identity)) : decision.user
      await inside.linkAccount({ ...decision.link, userId: user.id })
      await inside.createAuthenticator({ ...authenticator, userId: user.id })
      return user
    })
  } catch (error) {
    throw isNewUser ? await reasonOf(error, identity, adapter) : error
  }
}

/** The same without a transaction. If one row cannot be stored, the others are deleted. */
async function storeInTurn(
  identity: Identity,
  authenticator: NewAuthenticator,
  decision: PasskeyDecision,
  adapter: GuardedAdapter,
  { logger }: App,
): Promise<AdapterUser> {
  const { kind, link } = decision
  const user = kind === 'create' ? await createUser(identity, adapter) : decision.user
  let isLinked = false
  try {
    await adapter.linkAccount({ ...link, userId: user.id })
    isLinked = true
    if (kind === 'create' && (await unlinkIfProven(link, user, adapter))) throw addressTaken(link.provider)
    await adapter.createAuthenticator({ ...authenticator, userId: user.id })
    return user
  } catch (error) {
    if (kind === 'create') await removeUser(user, { adapter, logger })
    else if (isLinked && adapter.has('unlinkAccount')) {
      await adapter.unlinkAccount(link).catch((fault: unknown) => logger.error(asError(fault)))
    }
    throw error
  }
}

async function createUser(identity: Identity, adapter: GuardedAdapter): Promise<AdapterUser> {
  try {
    return await adapter.createUser(userOf(identity))
  } catch (error) {
    throw await reasonOf(error, identity, adapter)
  }
}

/** The address is not verified. */
function userOf({ user: { id, name, email } }: Identity): NewUser {
  return { id, email: email ?? null, emailVerified: null, ...(name && { name }) }
}

/** The reason why no user was stored: the e-mail address was taken in the meantime, or a database error. */
async function reasonOf(
  error: unknown,
  { user: { email }, provider }: Identity,
  adapter: GuardedAdapter,
): Promise<unknown> {
  const sameAddress = email && (await adapter.getUserByEmail(email).catch(() => null))
  return sameAddress ? addressTaken(provider) : error
}
