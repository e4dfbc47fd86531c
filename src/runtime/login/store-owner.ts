import type { AdapterUser } from '../../adapters/contract.js'
import { AccountNotLinked } from '../../errors.js'
import type { GuardedAdapter } from '../storage/guarded-adapter.js'
import type { LoginCapabilities, LoginExchange } from './capabilities.js'
import { userOfAddress } from './email-address.js'
import type { FirstLogin } from './first-login.js'
import { type Identity, sameId, stateOf } from './identity.js'

/**
 * A stored user who has just verified the address. Where it was not verified before, whatever is attached
 * to the user may belong to an attacker, and is removed.
 */
export async function provenOwner(
  user: AdapterUser,
  adapter: GuardedAdapter,
  instance: LoginCapabilities,
  exchange: LoginExchange,
): Promise<AdapterUser> {
  const isFirst = !user.emailVerified
  if (isFirst) await removeOtherLogins(user, adapter, instance, exchange)
  const emailVerified = new Date(instance.clock())
  const updated = (await adapter.updateUser({ id: user.id, emailVerified })) ?? { ...user, emailVerified }
  // Again: a login that began before may have attached something while nothing said that the address is proven.
  if (isFirst) await removeOtherLogins(user, adapter, instance, exchange)
  await instance.emit('updateUser', { user: updated })
  return updated
}

/** A new user for the address, or the one whom a concurrent sign-in of the same person has stored. */
export async function newOwner(
  identity: Identity,
  adapter: GuardedAdapter,
  instance: LoginCapabilities,
  exchange: LoginExchange,
): Promise<FirstLogin> {
  const { id, email = null } = identity.user
  try {
    const emailVerified = new Date(instance.clock())
    const created = await adapter.createUser({ id, email, emailVerified })
    await instance.emit('createUser', { user: created, ...stateOf(identity, instance) })
    return { user: created, isNewUser: true }
  } catch (error) {
    const other = await userOfAddress(email ?? '', adapter).catch(() => null)
    if (!other) throw error
    return { user: await provenOwner(other, adapter, instance, exchange), isNewUser: false }
  }
}

/**
 * Removes every way to sign in as a user whose address is verified for the first time, by a request without that user's
 * session: an attacker may have attached them and waited for the owner. Throws `AccountNotLinked` where the adapter cannot.
 *
 * @see https://www.usenix.org/conference/usenixsecurity22/presentation/sudhodanan
 */
async function removeOtherLogins(
  user: AdapterUser,
  adapter: GuardedAdapter,
  { providers, spec, revocations, revokeAccountTokens }: LoginCapabilities,
  exchange: LoginExchange,
): Promise<void> {
  // Without another kind of provider only owners of addresses have ever signed in.
  if ([...providers.values()].every(({ type }) => type === 'email')) return
  const live = await exchange.context.sessions.find(exchange)
  if (live && sameId(live.userId, user.id)) return
  if (!adapter.has('deleteLoginsByUserId')) {
    throw new AccountNotLinked(
      'A user has signed up with an address without showing that it is theirs, and now its owner signs in by mail. What ' +
        'was attached to the user before must go first: give the adapter the method `deleteLoginsByUserId`, or set ' +
        '`emailVerified` where you know that the address is theirs.',
    )
  }
  const removed = adapter.has('listAccountsByUserId')
    ? await adapter.listAccountsByUserId(user.id).catch(() => [])
    : []
  await adapter.deleteLoginsByUserId(user.id)
  if (spec.session.strategy === 'jwt') await revocations.revokeAll(user.id)
  if (removed.length > 0) await revokeAccountTokens(removed)
}
