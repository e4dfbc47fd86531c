import type { AdapterUser } from '../../adapters/contract.js'
import { OAuthAccountNotLinked } from '../../errors.js'
import type { Account } from '../../model/account.js'
import type { Identity } from '../flows/identity.js'
import type { GuardedAdapter } from '../instance/guarded-adapter.js'
import type { Instance } from '../instance/instance.js'
import type { Decision } from './decision.js'
import { lowerCase } from './email.js'
import { sameId } from './same-id.js'
import { userIdOf } from './user-id.js'

/**
 * Decides what a login is to write. Throws `OAuthAccountNotLinked` when the account, or its address,
 * belongs to somebody else.
 *
 * @param current - The user who was signed in when the flow began, and still is.
 */
export async function decide(
  identity: Identity,
  current: AdapterUser | null,
  { adapter, userIds }: Instance,
): Promise<Decision> {
  const { link, user, credential, owner: ofAddress } = identity
  if (ofAddress !== undefined) return ofAddress ? { kind: 'owner', user: ofAddress } : { kind: 'join' }
  if (!link) return { kind: 'unstored', user }
  // Two providers may give the same id to different people.
  if (!adapter) return { kind: 'unstored', user: { ...user, id: `${link.provider}|${user.id}` } }
  if (credential) {
    const { decideCredential } = await import('./decide-credential.js')
    return decideCredential(identity, credential, link, current, adapter)
  }
  const { provider, providerAccountId } = link
  const owner = await adapter.getUserByAccount({ provider, providerAccountId })
  if (owner) {
    if (current && !sameId(current.id, owner.id)) throw notLinked(provider)
    return { kind: 'known', user: owner }
  }
  if (current) return { kind: 'link', user: current, link }
  return forNewAccount(identity, link, await userIdOf(link, userIds), adapter)
}

async function forNewAccount(
  identity: Identity,
  link: Account,
  id: string,
  adapter: GuardedAdapter,
): Promise<Decision> {
  const { user, linksByEmail } = identity
  const namesake = user.email ? await adapter.getUserByEmail(user.email) : null
  if (namesake && sameId(namesake.id, id) && wasInterrupted(namesake, identity)) {
    return { kind: 'resume', user: namesake, link }
  }
  if (namesake) {
    // A database that compares loosely may answer with an address that only looks the same, and whoever
    // signed up with an address that is not theirs waits for its owner to be linked to them.
    const isTheirs = namesake.emailVerified && lowerCase(namesake.email ?? '') === user.email
    if (!linksByEmail || !isTheirs) throw notLinked(link.provider)
    return { kind: 'link', user: namesake, link }
  }
  // A database with ids of its own may refuse this one, and then has no such user.
  const holder = await adapter.getUser(id).catch(() => null)
  if (!holder || !sameId(holder.id, id)) return { kind: 'create', id, link }
  return wasInterrupted(holder, identity)
    ? { kind: 'resume', user: holder, link }
    : { kind: 'create', id: crypto.randomUUID(), link }
}

/**
 * Whether a user without this account, whose id is made from it, is what an interrupted login has left. The owner of an
 * address who has proven it since has taken the account off the user.
 */
function wasInterrupted({ email, emailVerified }: AdapterUser, { user, address }: Identity): boolean {
  return !emailVerified || (address === 'proven' && lowerCase(email ?? '') === user.email)
}

function notLinked(provider: string): OAuthAccountNotLinked {
  return new OAuthAccountNotLinked('The account belongs to a user who signs in in another way.', {
    cause: { provider },
  })
}
