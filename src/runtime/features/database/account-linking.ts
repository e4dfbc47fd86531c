import type { AdapterUser } from '../../../adapters/contract.js'
import { AccountNotLinked, OAuthAccountNotLinked } from '../../../errors.js'
import type { Account } from '../../../model/account.js'
import type { Awaitable } from '../../../model/awaitable.js'
import { asError } from '../../core/base/as-error.js'
import type { Decision, Stored } from '../../core/login/decision.js'
import { userOfAddress } from '../../core/login/email-address.js'
import { type AccountClaim, type Identity, lowerCase, sameId, stateOf } from '../../core/login/identity.js'
import type { App } from '../../core/object-lifetimes.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import { linkOrFind, removeUser, unlink, warnOfLeftUser } from './account-writes.js'
import {
  consumeFirstSignInRecord,
  firstLogin,
  firstSignInRunning,
  isFirstSignInRunning,
  isProofForAll,
  resumeFirstLogin,
  waitForOwner,
} from './first-login.js'
import { verifyOwner } from './first-verification.js'

/* `callbacks.signIn` runs between `decideAccount` and `storeLogin`. */

export async function decideAccount(
  identity: Identity,
  claim: AccountClaim,
  current: AdapterUser | null,
  adapter: GuardedAdapter,
  app: App,
): Promise<Decision> {
  const { link } = claim
  const { provider, providerAccountId } = link
  const owner = await adapter.getUserByAccount({ provider, providerAccountId })
  if (owner) {
    if (current && !sameId(current.id, owner.id))
      throw notLinked(provider, 'The account belongs to another user than the one who is signed in.')
    return { kind: 'known', user: owner }
  }
  if (current) return { kind: 'link', user: current, link }
  return forNewAccount(identity, claim, adapter, app)
}

async function forNewAccount(
  identity: Identity,
  { link, linksByEmail }: AccountClaim,
  adapter: GuardedAdapter,
  app: App,
): Promise<Decision> {
  const { user } = identity
  const sameAddress = user.email ? await adapter.getUserByEmail(user.email) : null
  if (!sameAddress) return { kind: 'create', link }
  // Another login of the same user may have just stored this user and account, or may be storing them now.
  const { provider, providerAccountId } = link
  const findOwner = (): Awaitable<AdapterUser | null> =>
    adapter.getUserByAccount({ provider, providerAccountId })
  const hasTransactions = adapter.has('inTransaction')
  const running = !hasTransactions && (await isFirstSignInRunning(link, app))
  const owner = running ? await waitForOwner(link, adapter) : await findOwner()
  if (owner) return { kind: 'known', user: owner }
  // The other login may still link the account to the user.
  if (running && (await isFirstSignInRunning(link, app))) throw firstSignInRunning()
  if (await takeFirstSignIn(sameAddress, identity, link, adapter, app)) {
    return { kind: 'resume', user: sameAddress, link }
  }
  // Another request may have finished the first sign-in since the owner was read. It links the account, and
  // then deletes the record. So if the record is missing, read the owner again.
  const finished = hasTransactions ? null : await findOwner()
  if (finished) return { kind: 'known', user: finished }
  // If the e-mail address of the stored user is not verified, an attacker may have signed up with it. The
  // attacker could still sign in after the account is linked. A database that ignores accents may return
  // another user.
  const isTheirs = sameAddress.emailVerified && lowerCase(sameAddress.email ?? '') === user.email
  // With several tenants, accounts are not linked by e-mail address. Otherwise the provider of one tenant could
  // sign in users of another tenant.
  if (!linksByEmail || !isProofForAll(app) || !isTheirs)
    throw notLinked(
      link.provider,
      'A user with another sign-in method has the e-mail address of the account.',
    )
  return { kind: 'link', user: sameAddress, link }
}

/**
 * Deletes the record of the first sign-in, so that only one login can resume it. Returns `false` if there is no
 * record, or if only another login has verified the e-mail address of the user.
 */
async function takeFirstSignIn(
  sameAddress: AdapterUser,
  { verifiedEmail }: Identity,
  link: Account,
  adapter: GuardedAdapter,
  app: App,
): Promise<boolean> {
  if (adapter.has('inTransaction')) return false
  const isProven = isProofForAll(app) && verifiedEmail === lowerCase(sameAddress.email ?? '')
  const isProvenByOther = sameAddress.emailVerified && !isProven
  return !isProvenByOther && consumeFirstSignInRecord(link, sameAddress.id, app)
}

/**
 * Throws if the e-mail address belongs to another user. A sign-up that was interrupted before the password
 * was stored may continue.
 */
export async function requireUnfinished(
  owner: AdapterUser,
  { user }: Identity,
  adapter: GuardedAdapter,
  { tenant = '' }: App,
): Promise<void> {
  const isUnfinished =
    sameId(owner.id, user.id) && (await adapter.getPassword({ userId: owner.id, tenant })) === null
  if (!isUnfinished) throw new AccountNotLinked('A user already has the e-mail address.')
}

function notLinked(provider: string, message: string): OAuthAccountNotLinked {
  return new OAuthAccountNotLinked(message, { cause: { provider } })
}

export async function storeLogin(
  identity: Identity,
  decision: Exclude<Decision, { kind: 'unstored' }>,
  adapter: GuardedAdapter,
  app: App,
): Promise<Stored> {
  const { emit } = app
  const emitLinked = (user: AdapterUser, account: Account): Awaitable<void> =>
    emit('linkAccount', { provider: identity.provider, user, account, profile: identity.user })
  switch (decision.kind) {
    case 'known':
      await updateTokens(identity, decision.user, adapter)
      return { user: decision.user, isNewUser: false }
    case 'owner':
      return verifyOwner(decision.user, identity.claim, adapter, app)
    case 'join': {
      const owner = await newOwner(identity, adapter, app)
      return owner.isNewUser ? { ...owner, undo: () => removeUser(owner.user, app) } : owner
    }
    case 'link': {
      const { user, link } = decision
      const { owner, by } = await linkOrFind(link, user, adapter)
      if (!sameId(owner.id, user.id)) {
        throw new OAuthAccountNotLinked('Another user has linked the account just now.')
      }
      if (by === 'another') return { user, isNewUser: false }
      await forgetFirstSignIn(identity, link, user, adapter, app)
      await emitLinked(user, link)
      const takeBack = (): Promise<void> => unlink(link, app)
      return { user, isNewUser: false, undo: takeBack, unlink: takeBack }
    }
    case 'resume':
    case 'create': {
      const { user, isNewUser } =
        decision.kind === 'create'
          ? await firstLogin(identity, decision.link, adapter, app)
          : await resumeFirstLogin(decision.user, decision.link, adapter, app)
      if (!isNewUser) return { user, isNewUser }
      await emit('createUser', { user, ...stateOf(identity, app) })
      await emitLinked(user, decision.link)
      return { user, isNewUser, undo: () => removeUser(user, app) }
    }
  }
}

/**
 * Deletes the record of an interrupted first sign-in with this account, and logs a warning about the user
 * without an account that it has left.
 */
async function forgetFirstSignIn(
  { user: { email } }: Identity,
  link: Account,
  owner: AdapterUser,
  adapter: GuardedAdapter,
  app: App,
): Promise<void> {
  if (!email || adapter.has('inTransaction')) return
  const leftUser = await adapter.getUserByEmail(email).catch(() => null)
  if (!leftUser || sameId(leftUser.id, owner.id)) return
  const isLeft = await consumeFirstSignInRecord(link, leftUser.id, app).catch((error: unknown) => {
    app.logger.error(asError(error))
    return false
  })
  if (isLeft) warnOfLeftUser(link, leftUser.id, app.logger)
}

async function updateTokens({ claim }: Identity, user: AdapterUser, adapter: GuardedAdapter): Promise<void> {
  if (claim.kind !== 'account' || !adapter.has('updateAccount')) return
  const { access_token, expires_at } = claim.link
  // The stored expiry is that of an earlier access token.
  const expiry = access_token !== undefined && expires_at === undefined && { expires_at: null }
  await adapter.updateAccount({ ...claim.link, ...expiry, userId: user.id })
}

/** Stores a new user. May return the user that a concurrent sign-in of the same person has stored. */
async function newOwner(
  identity: Identity,
  adapter: GuardedAdapter,
  app: App,
): Promise<Stored & { readonly user: AdapterUser }> {
  const { id, email = null } = identity.user
  const { claim } = identity
  const columns = 'columns' in claim ? claim.columns : {}
  const isProven = claim.kind !== 'newUser'
  try {
    const emailVerified = isProven ? new Date(app.clock()) : null
    const created = await adapter.createUser({ ...columns, id, email, emailVerified })
    await app.emit('createUser', { user: created, ...stateOf(identity, app) })
    return { user: created, isNewUser: true }
  } catch (error) {
    const other = await userOfAddress(email, adapter).catch(() => null)
    if (!other) throw error
    if (!isProven) {
      await requireUnfinished(other, identity, adapter, app)
      return { user: other, isNewUser: false }
    }
    return verifyOwner(other, claim, adapter, app)
  }
}
