import type { AdapterUser } from '../../adapters/contract.js'
import { OAuthAccountNotLinked } from '../../errors.js'
import type { Account } from '../../model/account.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { GuardedAdapter } from '../storage/guarded-adapter.js'
import type { LoginCapabilities, LoginExchange } from './capabilities.js'
import type { Decision, Stored } from './decision.js'
import { firstLogin, resumeFirstLogin } from './first-login.js'
import { type Identity, sameId, stateOf } from './identity.js'
import { linkOrFind, removeUser, unlink, warnOfLeftUser } from './linked-accounts.js'
import { takeFirstSignIn } from './pending-sign-in.js'
import { newOwner, provenOwner } from './store-owner.js'

/** Writes what was decided of a login to the database. */
export async function storeLogin(
  identity: Identity,
  decision: Exclude<Decision, { kind: 'unstored' }>,
  adapter: GuardedAdapter,
  instance: LoginCapabilities,
  exchange: LoginExchange,
): Promise<Stored> {
  const { emit } = instance
  if (identity.credential) {
    const { storeCredential } = await import('#passkeys/login/credential')
    return storeCredential(identity, identity.credential, decision, adapter, instance)
  }
  const linked = (user: AdapterUser, account: Account): Awaitable<void> =>
    emit('linkAccount', { provider: identity.provider, user, account, profile: identity.user })
  switch (decision.kind) {
    case 'known':
      await updateTokens(identity, decision.user, adapter)
      return { user: decision.user, isNewUser: false }
    case 'owner':
      return { user: await provenOwner(decision.user, adapter, instance, exchange), isNewUser: false }
    case 'join': {
      const { user, isNewUser } = await newOwner(identity, adapter, instance, exchange)
      return isNewUser ? { user, isNewUser, undo: () => removeUser(user, instance) } : { user, isNewUser }
    }
    case 'link': {
      const { user, link } = decision
      const { owner, by } = await linkOrFind(link, user, adapter)
      if (!sameId(owner.id, user.id)) {
        throw new OAuthAccountNotLinked('Another user has linked the account just now.')
      }
      if (by === 'another') return { user, isNewUser: false }
      await forgetFirstSignIn(identity, link, user, adapter, instance)
      await linked(user, link)
      const takeBack = (): Promise<void> => unlink(link, instance)
      return { user, isNewUser: false, undo: takeBack, unlink: takeBack }
    }
    case 'resume':
    case 'create': {
      const { user, isNewUser } =
        decision.kind === 'create'
          ? await firstLogin(identity, decision.link, adapter, instance)
          : await resumeFirstLogin(decision.user, decision.link, adapter, instance)
      if (!isNewUser) return { user, isNewUser }
      await emit('createUser', { user, ...stateOf(identity, instance) })
      await linked(user, decision.link)
      return { user, isNewUser, undo: () => removeUser(user, instance) }
    }
  }
}

/** Ends the interrupted first sign-in of an account that is another user's now, and logs the user whom it left. */
async function forgetFirstSignIn(
  { user: { email } }: Identity,
  link: Account,
  owner: AdapterUser,
  adapter: GuardedAdapter,
  instance: LoginCapabilities,
): Promise<void> {
  if (!email || adapter.has('inTransaction')) return
  const left = await adapter.getUserByEmail(email).catch(() => null)
  if (!left || sameId(left.id, owner.id)) return
  if (await takeFirstSignIn(link, left.id, instance)) warnOfLeftUser(link, left.id, instance.logger)
}

async function updateTokens({ link }: Identity, user: AdapterUser, adapter: GuardedAdapter): Promise<void> {
  if (link && adapter.has('updateAccount')) await adapter.updateAccount({ ...link, userId: user.id })
}
