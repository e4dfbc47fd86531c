import type { AdapterUser } from '../../adapters/contract.js'
import { OAuthAccountNotLinked } from '../../errors.js'
import type { Account } from '../../model/account.js'
import type { GuardedAdapter } from '../storage/guarded-adapter.js'
import type { LoginCapabilities } from './capabilities.js'
import type { Decision } from './decision.js'
import { lowerCase } from './email-address.js'
import { ownerInTime } from './first-login.js'
import { type Identity, sameId } from './identity.js'
import { isFirstSignInRunning, takeFirstSignIn } from './pending-sign-in.js'

/** Decides what a login with an account at a provider is to write. */
export async function decideAccount(
  identity: Identity,
  link: Account,
  current: AdapterUser | null,
  adapter: GuardedAdapter,
  instance: LoginCapabilities,
): Promise<Decision> {
  const { provider, providerAccountId } = link
  const owner = await adapter.getUserByAccount({ provider, providerAccountId })
  if (owner) {
    if (current && !sameId(current.id, owner.id)) throw notLinked(provider)
    return { kind: 'known', user: owner }
  }
  if (current) return { kind: 'link', user: current, link }
  return forNewAccount(identity, link, adapter, instance)
}

async function forNewAccount(
  identity: Identity,
  link: Account,
  adapter: GuardedAdapter,
  instance: LoginCapabilities,
): Promise<Decision> {
  const { user, linksByEmail } = identity
  const namesake = user.email ? await adapter.getUserByEmail(user.email) : null
  if (!namesake) return { kind: 'create', link }
  // Another login of the same person may have stored them since the account was looked for, or be at it.
  const { provider, providerAccountId } = link
  const running = !adapter.has('inTransaction') && (await isFirstSignInRunning(link, instance))
  const owner = running
    ? await ownerInTime(link, adapter)
    : await adapter.getUserByAccount({ provider, providerAccountId })
  if (owner) return { kind: 'known', user: owner }
  if (await isUnfinished(namesake, identity, link, adapter, instance)) {
    return { kind: 'resume', user: namesake, link }
  }
  // A database that compares loosely may return an address that only looks the same, and a user who
  // signed up with an address that is not theirs waits for its owner to be linked to them.
  const isTheirs = namesake.emailVerified && lowerCase(namesake.email ?? '') === user.email
  if (!linksByEmail || !isTheirs) throw notLinked(link.provider)
  return { kind: 'link', user: namesake, link }
}

/**
 * Whether the user was stored by a first sign-in with this account that was interrupted, and whose address has not been
 * verified by another user since. The record of that sign-in is deleted.
 */
async function isUnfinished(
  namesake: AdapterUser,
  { user, address }: Identity,
  link: Account,
  adapter: GuardedAdapter,
  instance: LoginCapabilities,
): Promise<boolean> {
  if (adapter.has('inTransaction')) return false
  const isProvenByOther =
    namesake.emailVerified && !(address === 'proven' && lowerCase(namesake.email ?? '') === user.email)
  return !isProvenByOther && takeFirstSignIn(link, namesake.id, instance)
}

function notLinked(provider: string): OAuthAccountNotLinked {
  return new OAuthAccountNotLinked('The account belongs to a user who signs in in another way.', {
    cause: { provider },
  })
}
