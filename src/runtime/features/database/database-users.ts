import { match } from 'ts-pattern'
import type { AdapterUser } from '../../../adapters/contract.js'
import { AccountNotLinked, CallbackRouteError, CredentialsSignin, MissingAdapter } from '../../../errors.js'
import type { Awaitable } from '../../../model/awaitable.js'
import type { Decision } from '../../core/login/decision.js'
import { userOfAddress } from '../../core/login/email-address.js'
import {
  type AddressClaim,
  type Claim,
  type Identity,
  type PasswordClaim,
  sameId,
} from '../../core/login/identity.js'
import type { UserStore } from '../../core/login/user-store.js'
import type { App } from '../../core/object-lifetimes.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import { decideAccount, requireUnfinished, storeLogin } from './account-linking.js'
import { restoreFirstSignInRecord } from './first-login.js'
import { decidePasskeyClaim, storePasskeyClaim } from './passkey-claim.js'

export function databaseUsers(app: App): UserStore {
  const { adapter } = app
  if (!adapter) throw new MissingAdapter('Users are stored in a database: call .adapter() before .build().')
  return {
    async decide(identity, current) {
      return match(identity.claim)
        .returnType<Awaitable<Decision>>()
        .with({ kind: 'account' }, (claim) => decideAccount(identity, claim, current, adapter, app))
        .with({ kind: 'address' }, (claim) => decideAddress(identity, claim, adapter))
        .with({ kind: 'newUser' }, () => decideNewUser(identity, adapter, app))
        .with({ kind: 'passkey' }, (claim) => decidePasskeyClaim(identity, claim, current, adapter, app))
        .with({ kind: 'password' }, (claim) => decidePassword(identity, claim, adapter, app))
        .with({ kind: 'none' }, () => decideUnstored(identity, adapter, app))
        .exhaustive()
    },
    async store(identity, decision) {
      if (decision.kind === 'unstored') return { user: decision.user, isNewUser: false }
      return identity.claim.kind === 'passkey'
        ? storePasskeyClaim(identity, identity.claim, decision, adapter, app)
        : storeLogin(identity, decision, adapter, app)
    },
    async release(decision) {
      // `decide` has deleted the record of an interrupted first sign-in. Write it again, so that a later
      // sign-in can resume it.
      if (decision.kind === 'resume') {
        await restoreFirstSignInRecord(decision.link, decision.user.id, adapter, app)
      }
    },
    async requireAttached(identity, userId) {
      if (identity.claim.kind === 'none') return
      if (identity.claim.kind === 'password') return requirePassword(identity.claim, userId, adapter, app)
      const holder = await holderOf(identity, identity.claim, adapter)
      if (holder && sameId(holder.id, userId)) return
      throw new AccountNotLinked(
        'The account or the e-mail address was removed from its user during the sign-in.',
      )
    },
    userOf: (live) => (live.strategy === 'database' ? live.user : adapter.getUser(live.userId)),
  }
}

async function decideAddress(
  { user: { email } }: Identity,
  claim: AddressClaim,
  adapter: GuardedAdapter,
): Promise<Decision> {
  const { owner = await userOfAddress(email, adapter) } = claim
  return owner ? { kind: 'owner', user: owner } : { kind: 'join' }
}

async function decideNewUser(identity: Identity, adapter: GuardedAdapter, app: App): Promise<Decision> {
  const owner = await userOfAddress(identity.user.email, adapter)
  if (owner) await requireUnfinished(owner, identity, adapter, app)
  return { kind: 'join' }
}

async function decidePassword(
  { user: { id } }: Identity,
  claim: PasswordClaim,
  adapter: GuardedAdapter,
  app: App,
): Promise<Decision> {
  await requirePassword(claim, id, adapter, app)
  const user = await adapter.getUser(id)
  if (!user || !sameId(user.id, id)) throw passwordEnded()
  return { kind: 'known', user }
}

async function decideUnstored(identity: Identity, adapter: GuardedAdapter, app: App): Promise<Decision> {
  await requireStored(identity, adapter, app)
  return { kind: 'unstored', user: identity.user }
}

/**
 * Throws if the user is not stored. A database without foreign keys would accept a session without a user.
 */
async function requireStored(
  { provider, user: { id } }: Identity,
  adapter: GuardedAdapter,
  { spec }: App,
): Promise<void> {
  if (spec.session.strategy !== 'database') return
  const stored = await adapter.getUser(id)
  if (stored && sameId(stored.id, id)) return
  throw new CallbackRouteError(
    `The provider '${provider}' returned a user that the adapter does not have: create the user first, or call .session({ strategy: 'jwt' }).`,
  )
}

async function requirePassword(
  { epoch }: PasswordClaim,
  userId: string,
  adapter: GuardedAdapter,
  { tenant = '' }: App,
): Promise<void> {
  const stored = await adapter.getPassword({ userId, tenant })
  if (stored?.epoch !== epoch) throw passwordEnded()
}

const passwordEnded = (): CredentialsSignin =>
  new CredentialsSignin('The password was changed or removed during the sign-in.')

async function holderOf(
  { user: { email } }: Identity,
  claim: Exclude<Claim, { kind: 'none' | 'password' }>,
  adapter: GuardedAdapter,
): Promise<AdapterUser | null> {
  if (claim.kind === 'address' || claim.kind === 'newUser') return userOfAddress(email, adapter)
  const { provider, providerAccountId } = claim.link
  return adapter.getUserByAccount({ provider, providerAccountId })
}
