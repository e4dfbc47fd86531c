import type { AdapterUser } from '../../../adapters/contract.js'
import { AccountNotLinked, MissingAdapter } from '../../../errors.js'
import type { App, UserStore } from '../../core/lifetimes.js'
import { userOfAddress } from '../../core/login/email-address.js'
import { type Identity, sameId } from '../../core/login/identity.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import { decideAccount, storeLogin } from './account-linking.js'
import { decideCredential, storeCredential } from './credential.js'
import { beginFirstSignIn } from './first-login.js'

/** Users and their accounts in the database of the adapter. */
export function databaseUsers(app: App): UserStore {
  const { adapter } = app
  if (!adapter) throw new MissingAdapter('Users are stored in a database: call .adapter() before .build().')
  return {
    async decide(identity, current) {
      const { link, user, credential, owner } = identity
      if (owner !== undefined) return owner ? { kind: 'owner', user: owner } : { kind: 'join' }
      if (!link) return { kind: 'unstored', user }
      return credential
        ? decideCredential(identity, credential, link, current, adapter)
        : decideAccount(identity, link, current, adapter, app)
    },
    async store(identity, decision, exchange) {
      if (decision.kind === 'unstored') return { user: decision.user, isNewUser: false }
      return identity.credential
        ? storeCredential(identity, identity.credential, decision, adapter, app)
        : storeLogin(identity, decision, adapter, app, exchange)
    },
    async release(decision) {
      // An interrupted first sign-in that is not resumed now can still be resumed later.
      if (decision.kind === 'resume') await beginFirstSignIn(decision.link, decision.user.id, app)
    },
    async requireAttached(identity, userId) {
      if (!identity.link && identity.owner === undefined) return
      const holder = await holderOf(identity, adapter)
      if (holder && sameId(holder.id, userId)) return
      throw new AccountNotLinked('The account was removed from its user during the sign-in.')
    },
    userOf: (live) => (live.strategy === 'database' ? live.user : adapter.getUser(live.userId)),
  }
}

/** The user who has the account, or the e-mail address where that is the account. */
async function holderOf(
  { link, user: { email } }: Identity,
  adapter: GuardedAdapter,
): Promise<AdapterUser | null> {
  if (!link) return userOfAddress(email ?? '', adapter)
  const { provider, providerAccountId } = link
  return adapter.getUserByAccount({ provider, providerAccountId })
}
