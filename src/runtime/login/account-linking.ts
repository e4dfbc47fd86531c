import type { AdapterUser } from '../../adapters/contract.js'
import { OAuthAccountNotLinked } from '../../errors.js'
import type { Account } from '../../model/account.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { IdentifiedUser } from '../../model/user.js'
import type { Login } from '../sessions/session-strategy.js'
import type { GuardedAdapter } from '../storage/guarded-adapter.js'
import type { LoginCapabilities } from './capabilities.js'
import { lowerCase } from './email-address.js'
import { isFirstSignInRunning, ownerInTime, takeFirstSignIn } from './first-login.js'
import { type Identity, sameId } from './identity.js'

/** What a login is to write. */
export type Decision =
  /** Nothing: there is no database, or the application keeps its users itself. */
  | { readonly kind: 'unstored'; readonly user: IdentifiedUser }
  /** The address is the account, and it is a user's. */
  | { readonly kind: 'owner'; readonly user: AdapterUser }
  /** The address is the account, and no user has it yet. */
  | { readonly kind: 'join' }
  /** The account is known. */
  | { readonly kind: 'known'; readonly user: AdapterUser }
  /** The account becomes one more of a user's. */
  | { readonly kind: 'link'; readonly user: AdapterUser; readonly link: Account }
  /** A first sign-in was interrupted after the user was stored, as its record says, and is finished now. */
  | { readonly kind: 'resume'; readonly user: AdapterUser; readonly link: Account }
  /** The account is new, and so is its user. */
  | { readonly kind: 'create'; readonly link: Account }

/** Whom a login signs in, once everything of it is stored. */
export interface Stored extends Pick<Login, 'user' | 'isNewUser'> {
  /** Takes back what was stored, so that the next attempt is as this one was. */
  readonly undo?: () => Promise<unknown>
  /** Takes an account off the signed-in user again, for whom it was stored. */
  readonly unlink?: () => Promise<void>
}

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
  const look = (): Awaitable<AdapterUser | null> => adapter.getUserByAccount({ provider, providerAccountId })
  const inOneStep = adapter.has('inTransaction')
  const running = !inOneStep && (await isFirstSignInRunning(link, instance))
  const owner = running ? await ownerInTime(link, adapter) : await look()
  if (owner) return { kind: 'known', user: owner }
  if (await isUnfinished(namesake, identity, link, adapter, instance)) {
    return { kind: 'resume', user: namesake, link }
  }
  // A first sign-in deletes its record once the account is linked. One that ended after the last look has left no record, but the account.
  const finished = inOneStep ? null : await look()
  if (finished) return { kind: 'known', user: finished }
  // A database that compares loosely may return an address that only looks the same, and a user who
  // signed up with an address that is not theirs waits for its owner to be linked to them.
  const isTheirs = namesake.emailVerified && lowerCase(namesake.email ?? '') === user.email
  // The provider of one tenant would sign in users of another.
  const isTenantless = instance.accountScope.tenant === undefined
  if (!linksByEmail || !isTenantless || !isTheirs) throw notLinked(link.provider)
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
