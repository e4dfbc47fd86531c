import type { AdapterUser } from '../../../adapters/contract.js'
import { AccountNotLinked, OAuthAccountNotLinked } from '../../../errors.js'
import type { Account } from '../../../model/account.js'
import type { Awaitable } from '../../../model/awaitable.js'
import type { CredentialsProvider } from '../../../providers/kinds/credentials.js'
import { asError } from '../../core/base/as-error.js'
import type { App, Exchange } from '../../core/lifetimes.js'
import type { Decision, Stored } from '../../core/login/decision.js'
import { userOfAddress } from '../../core/login/email-address.js'
import { endSignIns } from '../../core/login/ended-sign-ins.js'
import { type AccountClaim, type Identity, lowerCase, sameId, stateOf } from '../../core/login/identity.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import { linkOrFind, removeUser, unlink, warnOfLeftUser } from './account-writes.js'
import {
  consumeFirstSignInRecord,
  type FirstLogin,
  firstLogin,
  isFirstSignInRunning,
  isProofForAll,
  resumeFirstLogin,
  waitForOwner,
} from './first-login.js'

/*
 * A login with a database: whose the account is, and what is written. One decides and the other writes, so that `callbacks.signIn` stands
 * between the two.
 */

/** Decides what a login with an account at a provider is to write. */
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
    if (current && !sameId(current.id, owner.id)) throw notLinked(provider)
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
  // Another login of the same person may have stored them since the account was read, or may be storing them now.
  const { provider, providerAccountId } = link
  const look = (): Awaitable<AdapterUser | null> => adapter.getUserByAccount({ provider, providerAccountId })
  const inOneStep = adapter.has('inTransaction')
  const running = !inOneStep && (await isFirstSignInRunning(link, app))
  const owner = running ? await waitForOwner(link, adapter) : await look()
  if (owner) return { kind: 'known', user: owner }
  if (await resumesFirstSignIn(sameAddress, identity, link, adapter, app)) {
    return { kind: 'resume', user: sameAddress, link }
  }
  // A first sign-in deletes its record once the account is linked. One that ended after the last look has left no record, but the account.
  const finished = inOneStep ? null : await look()
  if (finished) return { kind: 'known', user: finished }
  // A database that compares loosely may return an address that only looks the same. And where the stored user has not shown that the
  // address is theirs, an attacker may have signed up with it: linking its owner would give them an account that the attacker can enter.
  const isTheirs = sameAddress.emailVerified && lowerCase(sameAddress.email ?? '') === user.email
  // The provider of one tenant would sign in users of another.
  if (!linksByEmail || !isProofForAll(app) || !isTheirs) throw notLinked(link.provider)
  return { kind: 'link', user: sameAddress, link }
}

/**
 * Whether this login resumes a first sign-in with the account that was interrupted after it stored the user. Not where another user has
 * verified the address since. Deletes the record of that sign-in, so that one login resumes it.
 */
async function resumesFirstSignIn(
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

function notLinked(provider: string): OAuthAccountNotLinked {
  return new OAuthAccountNotLinked('The account belongs to a user who signs in in another way.', {
    cause: { provider },
  })
}

/** Writes what was decided of a login to the database. */
export async function storeLogin(
  identity: Identity,
  decision: Exclude<Decision, { kind: 'unstored' }>,
  adapter: GuardedAdapter,
  app: App,
  exchange: Exchange,
): Promise<Stored> {
  const { emit } = app
  const linked = (user: AdapterUser, account: Account): Awaitable<void> =>
    emit('linkAccount', { provider: identity.provider, user, account, profile: identity.user })
  switch (decision.kind) {
    case 'known':
      await updateTokens(identity, decision.user, adapter)
      return { user: decision.user, isNewUser: false }
    case 'owner':
      return { user: await provenOwner(decision.user, adapter, app, exchange), isNewUser: false }
    case 'join': {
      const { user, isNewUser } = await newOwner(identity, adapter, app, exchange)
      return isNewUser ? { user, isNewUser, undo: () => removeUser(user, app) } : { user, isNewUser }
    }
    case 'link': {
      const { user, link } = decision
      const { owner, by } = await linkOrFind(link, user, adapter)
      if (!sameId(owner.id, user.id)) {
        throw new OAuthAccountNotLinked('Another user has linked the account just now.')
      }
      if (by === 'another') return { user, isNewUser: false }
      await forgetFirstSignIn(identity, link, user, adapter, app)
      await linked(user, link)
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
      await linked(user, decision.link)
      return { user, isNewUser, undo: () => removeUser(user, app) }
    }
  }
}

/** Ends the interrupted first sign-in of an account that is another user's now, and logs the user whom it left. */
async function forgetFirstSignIn(
  { user: { email } }: Identity,
  link: Account,
  owner: AdapterUser,
  adapter: GuardedAdapter,
  app: App,
): Promise<void> {
  if (!email || adapter.has('inTransaction')) return
  const left = await adapter.getUserByEmail(email).catch(() => null)
  if (!left || sameId(left.id, owner.id)) return
  if (await consumeFirstSignInRecord(link, left.id, app)) warnOfLeftUser(link, left.id, app.logger)
}

async function updateTokens({ claim }: Identity, user: AdapterUser, adapter: GuardedAdapter): Promise<void> {
  if (claim.kind === 'account' && adapter.has('updateAccount'))
    await adapter.updateAccount({ ...claim.link, userId: user.id })
}

/**
 * A stored user who has just verified the address. Where it was not verified before, whatever is attached
 * to the user may belong to an attacker, and is removed.
 */
async function provenOwner(
  user: AdapterUser,
  adapter: GuardedAdapter,
  app: App,
  exchange: Exchange,
): Promise<AdapterUser> {
  const isFirst = !user.emailVerified
  if (isFirst) await removeOtherLogins(user, adapter, app, exchange)
  const emailVerified = new Date(app.clock())
  const updated = (await adapter.updateUser({ id: user.id, emailVerified })) ?? { ...user, emailVerified }
  if (!sameAddress(updated, user)) {
    // Changed in the meantime, by the user or an attacker: the new address is not verified.
    await adapter.updateUser({ id: user.id, emailVerified: null })
    throw new AccountNotLinked('The e-mail address of the user changed during the sign-in.')
  }
  // Again: a login that began before may have attached something while nothing said that the address is proven.
  if (isFirst) {
    await removeOtherLogins(user, adapter, app, exchange).catch(async (error: unknown) => {
      // Unproven again, so that the next sign-in by mail repeats it.
      await adapter.updateUser({ id: user.id, emailVerified: null }).catch((failure: unknown) => {
        app.logger.error(asError(failure))
      })
      throw error
    })
  }
  await app.emit('updateUser', { user: updated })
  return updated
}

/** Whether a user still has the address that was verified. An adapter may leave it out of its result. */
function sameAddress({ email }: Partial<AdapterUser>, verified: AdapterUser): boolean {
  return email === undefined || email === verified.email
}

/** A new user for the address, or the one whom a concurrent sign-in of the same person has stored. */
async function newOwner(
  identity: Identity,
  adapter: GuardedAdapter,
  app: App,
  exchange: Exchange,
): Promise<FirstLogin> {
  const { id, email = null } = identity.user
  try {
    const emailVerified = new Date(app.clock())
    const created = await adapter.createUser({ id, email, emailVerified })
    await app.emit('createUser', { user: created, ...stateOf(identity, app) })
    return { user: created, isNewUser: true }
  } catch (error) {
    const other = await userOfAddress(email ?? '', adapter).catch(() => null)
    if (!other) throw error
    return { user: await provenOwner(other, adapter, app, exchange), isNewUser: false }
  }
}

/**
 * Removes every way to sign in as a user whose address is verified for the first time, by a request without that user's
 * session: an attacker may have attached them and waited for the owner. Throws `AccountNotLinked` if one cannot be removed.
 *
 * @see https://www.usenix.org/conference/usenixsecurity22/presentation/sudhodanan
 */
async function removeOtherLogins(
  user: AdapterUser,
  adapter: GuardedAdapter,
  app: App,
  exchange: Exchange,
): Promise<void> {
  const { spec, revocations } = app
  const live = await exchange.site.sessions.find(exchange)
  if (live && sameId(live.userId, user.id)) return
  const credentialsProviders = requireRemovable(adapter, app)
  const removed = adapter.has('listAccountsByUserId')
    ? await adapter.listAccountsByUserId(user.id).catch(() => [])
    : []
  const { id, email } = user
  for (const provider of credentialsProviders) await provider.removeCredentials?.({ id, email })
  await endSignIns(id, app)
  await adapter.deleteLoginsByUserId(id)
  if (spec.session.strategy === 'jwt') await revocations.revokeAll(user.id)
  if (removed.length > 0) await app.tokensEnded(removed)
}

/**
 * The credentials providers, whose credentials are to be removed.
 *
 * The providers that are configured now do not show which logins a user has: a provider may have been removed from the configuration, or
 * another application or tenant may store logins in the same database.
 *
 * @throws {AccountNotLinked} If a login could not be removed.
 */
function requireRemovable(adapter: GuardedAdapter, { providers }: App): readonly CredentialsProvider[] {
  const credentialsProviders = [...providers.values()].flatMap((provider) =>
    provider.type === 'credentials' ? [provider] : [],
  )
  const missing = [
    ...(adapter.has('deleteLoginsByUserId') ? [] : ['`deleteLoginsByUserId` to the adapter']),
    ...credentialsProviders
      .filter(({ removeCredentials }) => !removeCredentials)
      .map(({ id }) => `\`removeCredentials\` to the provider '${id}'`),
  ]
  if (missing.length === 0) return credentialsProviders
  throw new AccountNotLinked(
    'A user was stored with an e-mail address that was not verified, and now the owner of the address signs in by e-mail. An attacker ' +
      `may have signed up with it, and their ways to sign in cannot be removed. Add ${missing.join(' and ')}, or set \`emailVerified\` of ` +
      'users whose address you have verified.',
  )
}
