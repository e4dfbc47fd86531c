import type { AdapterUser } from '../../adapters/contract.js'
import type { Instance } from '../compile.js'
import type { Exchange } from '../http/exchange.js'
import type { GuardedAdapter } from '../storage/guarded-adapter.js'
import type { FirstLogin } from './first-login.js'
import type { Identity } from './identity.js'
import { removeOtherLogins } from './remove-other-logins.js'
import { userOfAddress } from './user-of-address.js'

/**
 * A stored user who has just shown that the address is theirs. Where nobody had shown that before, whatever is attached
 * to the user may be somebody else's, and is removed.
 */
export async function provenOwner(
  user: AdapterUser,
  adapter: GuardedAdapter,
  instance: Instance,
  exchange: Exchange,
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

/** The user of an address that nobody had, or whom another sign-in of the same person has stored in the meantime. */
export async function newOwner(
  { user }: Identity,
  adapter: GuardedAdapter,
  instance: Instance,
  exchange: Exchange,
): Promise<FirstLogin> {
  const { id, email = null } = user
  try {
    const emailVerified = new Date(instance.clock())
    const created = await adapter.createUser({ id, email, emailVerified })
    await instance.emit('createUser', { user: created })
    return { user: created, isNewUser: true }
  } catch (error) {
    const other = await userOfAddress(email ?? '', adapter).catch(() => null)
    if (!other) throw error
    return { user: await provenOwner(other, adapter, instance, exchange), isNewUser: false }
  }
}
