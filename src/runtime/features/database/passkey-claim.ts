import type { AdapterUser, NewUser } from '../../../adapters/contract.js'
import { AccountNotLinked, WebAuthnVerificationError } from '../../../errors.js'
import type { Account } from '../../../model/account.js'
import { asError } from '../../core/base/as-error.js'
import type { Decision, Stored } from '../../core/login/decision.js'
import { userOfAddress } from '../../core/login/email-address.js'
import {
  type CredentialOutcome,
  type Identity,
  type NewAuthenticator,
  type PasskeyClaim,
  sameId,
  stateOf,
} from '../../core/login/identity.js'
import type { App } from '../../core/object-lifetimes.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import { removeUser, unlink, unlinkIfProven } from './account-writes.js'
import {
  consumeFirstSignInRecord,
  duringFirstSignIn,
  type FirstSignInRecord,
  firstSignInRunning,
  isFirstSignInRunning,
  recordFor,
  writeFirstSignInRecord,
} from './first-login.js'

/**
 * Decides which user a passkey signs in, or to which user a new passkey is added. A client can choose any
 * passkey id and any e-mail address, so neither of them gives access to an existing user. To add a passkey to
 * a user, the client must be signed in as this user.
 *
 * @param current - The user who was signed in when the ceremony began, and still is.
 */
export async function decidePasskeyClaim(
  { user }: Identity,
  { credential, link }: PasskeyClaim,
  current: AdapterUser | null,
  adapter: GuardedAdapter,
  app: App,
): Promise<Decision> {
  const { provider, providerAccountId } = link
  const owner = await adapter.getUserByAccount({ provider, providerAccountId })
  if (credential.kind === 'used') {
    if (owner && sameId(owner.id, credential.userId)) return { kind: 'known', user: owner }
    throw new WebAuthnVerificationError('The account of the authenticator is not linked to its user.')
  }
  const registered = owner ?? (await adapter.getAuthenticator(credential.authenticator.credentialID))
  if (registered) throw new AccountNotLinked('The passkey is registered already.', { cause: { provider } })
  if (current) return { kind: 'link', user: current, link }
  const holder = await userOfAddress(user.email, adapter)
  if (!holder) return { kind: 'create', link }
  // If the ids are equal, another process is finishing this sign-up.
  const isFree =
    !sameId(holder.id, user.id) && (await removeInterrupted(holder, signUpOf(link, user), adapter, app))
  if (!isFree) throw addressTaken(provider)
  return { kind: 'create', link }
}

/**
 * Returns the account that identifies a sign-up in its record. It contains the e-mail address, because a
 * repeated sign-up creates another passkey.
 */
function signUpOf({ provider }: Account, { email }: Identity['user']): Account {
  return { provider, type: 'webauthn', providerAccountId: JSON.stringify(['sign-up', email]) }
}

/**
 * Deletes the user of a sign-up that was interrupted before the passkey was stored, so that the sign-up can be
 * repeated. A user who may have a sign-in method is kept.
 */
async function removeInterrupted(
  user: AdapterUser,
  signUp: Account,
  adapter: GuardedAdapter,
  app: App,
): Promise<boolean> {
  const { id, emailVerified } = user
  if (emailVerified || !adapter.has('listAccountsByUserId') || !adapter.has('deleteUser')) return false
  if (await isFirstSignInRunning(signUp, app)) return false
  if ((await adapter.listAuthenticatorsByUserId(id)).length > 0) return false
  if ((await adapter.listAccountsByUserId(id)).some(({ type }) => type !== 'webauthn')) return false
  if (!(await consumeFirstSignInRecord(signUp, id, app)) || !(await removeUser(user, app))) return false
  // `removeUser` keeps the user if the e-mail address has been verified in the meantime.
  return (await adapter.getUser(id)) === null
}

function addressTaken(provider: string): AccountNotLinked {
  return new AccountNotLinked('A user with this e-mail address has another sign-in method.', {
    cause: { provider },
  })
}

export async function storePasskeyClaim(
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
  throw new Error(`The decision '${decision.kind}' does not fit a passkey of the kind '${credential.kind}'.`)
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
    ? await storeInTransaction(identity, authenticator, decision, adapter)
    : await storeStepByStep(identity, authenticator, decision, adapter, app)
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
    : { user, isNewUser, unlink: () => removePasskey(link, authenticator, app) }
}

/**
 * Removes a passkey and its account. The account is removed first, because a passkey without an account
 * cannot be used to sign in.
 */
async function removePasskey(link: Account, { credentialID }: NewAuthenticator, app: App): Promise<void> {
  const { adapter, logger } = app
  await unlink(link, app)
  if (!adapter?.has('deleteAuthenticator')) return
  await adapter.deleteAuthenticator(credentialID).catch((error: unknown) => logger.error(asError(error)))
}

type PasskeyDecision = Extract<Decision, { kind: 'link' | 'create' }>

async function storeInTransaction(
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

/**
 * Stores a user with a passkey in an adapter without transactions. If the process crashes between two writes,
 * a user without a passkey remains. The record, written before the user, lets the next sign-up with the
 * e-mail address delete this user.
 */
async function storeStepByStep(
  identity: Identity,
  authenticator: NewAuthenticator,
  decision: PasskeyDecision,
  adapter: GuardedAdapter,
  app: App,
): Promise<AdapterUser> {
  const { link } = decision
  if (decision.kind === 'create') return signUpStepByStep(identity, authenticator, link, adapter, app)
  const { user } = decision
  await adapter.linkAccount({ ...link, userId: user.id })
  try {
    await adapter.createAuthenticator({ ...authenticator, userId: user.id })
    return user
  } catch (error) {
    // The database may have stored the passkey despite the error.
    await removePasskey(link, authenticator, app)
    throw error
  }
}

async function signUpStepByStep(
  identity: Identity,
  authenticator: NewAuthenticator,
  link: Account,
  adapter: GuardedAdapter,
  app: App,
): Promise<AdapterUser> {
  const signUp = signUpOf(link, identity.user)
  return duringFirstSignIn(signUp, app, async (lock) => {
    if (!lock) throw addressTaken(link.provider)
    // Extend the lock before each further write. If the lock has expired, another sign-up with the
    // same e-mail address may delete the user.
    const requireLock = async (): Promise<void> => {
      if (!(await lock.extend())) throw firstSignInRunning()
    }
    const written = await writeFirstSignInRecord(signUp, identity.user.id, app)
    const remove = (record: FirstSignInRecord): Promise<void> =>
      record.remove().catch((error: unknown) => app.logger.error(asError(error)))
    const user = await createUser(identity, link, adapter, app, () => remove(written))
    const record = await recordFor(user, identity.user.id, signUp, written, app)
    try {
      await requireLock()
      await adapter.linkAccount({ ...link, userId: user.id })
      if (await unlinkIfProven(link, user, adapter, app.logger)) throw addressTaken(link.provider)
      await requireLock()
      await adapter.createAuthenticator({ ...authenticator, userId: user.id })
    } catch (error) {
      if (await removeUser(user, app)) await remove(record)
      throw error
    }
    // If the removal fails, the record is harmless, because the user has a passkey now.
    await remove(record)
    return user
  })
}

async function createUser(
  identity: Identity,
  link: Account,
  adapter: GuardedAdapter,
  app: App,
  forget: () => Promise<void>,
): Promise<AdapterUser> {
  try {
    return await adapter.createUser(userOf(identity))
  } catch (error) {
    // The database may have stored the user despite the error, or may store the user later. So the user is
    // removed, and the record is kept for a user that is stored later. If the account of the passkey exists,
    // another process has handled the same response of the authenticator, and its user is kept.
    const { provider, providerAccountId } = link
    const isKept = await adapter.getUserByAccount({ provider, providerAccountId }).then(Boolean, () => true)
    if (!isKept) await removeUser({ id: identity.user.id, emailVerified: null }, app)
    const reason = await reasonOf(error, identity, adapter)
    // The e-mail address belongs to another user, so this user cannot be stored later.
    if (reason instanceof AccountNotLinked) await forget()
    throw reason
  }
}

/** Returns the user to store. The e-mail address was typed, so it is not verified. */
function userOf({ user: { id, name, email } }: Identity): NewUser {
  return { id, email: email ?? null, emailVerified: null, ...(name && { name }) }
}

/**
 * Returns the error of a sign-up that could not be stored. If the user with the e-mail address has the id of
 * this sign-up, the database has stored this user, but its response was lost.
 */
async function reasonOf(
  error: unknown,
  { user: { id, email }, provider }: Identity,
  adapter: GuardedAdapter,
): Promise<unknown> {
  const holder = await userOfAddress(email, adapter).catch(() => null)
  return holder && !sameId(holder.id, id) ? addressTaken(provider) : error
}
