import type { AdapterUser, NewUser } from '../../adapters/contract.js'
import type { Account } from '../../model/account.js'
import type { Identity } from '../flows/identity.js'
import type { GuardedAdapter } from '../instance/guarded-adapter.js'
import type { Instance } from '../instance/instance.js'
import { linkOrFind } from './link-account.js'
import { removeUser } from './remove-user.js'

/** The user of an account that was not known, and whether this login made them. */
export interface FirstLogin {
  readonly user: AdapterUser
  readonly isNewUser: boolean
}

/** Milliseconds between two looks for what another login of the same person is storing. */
const PAUSES: readonly number[] = [0, 20, 80, 300]

/**
 * Stores a user with their account: in one transaction, where the adapter has them.
 *
 * A user without an account could never sign in again, so when the account cannot be stored the user
 * is removed; should even that fail, the next login of the same person finds them by their id and goes
 * on where this one stopped. When the reason is another login of the same person at the same time, the
 * database keeps what that one stored, and this one signs its user in.
 *
 * @param id - The id under which the user is created.
 */
export async function firstLogin(
  id: string,
  { user: profile, address }: Identity,
  link: Account,
  adapter: GuardedAdapter,
  { logger, clock }: Instance,
): Promise<FirstLogin> {
  const emailVerified = address === 'proven' ? new Date(clock()) : null
  const stored = { ...profile, id, email: profile.email ?? null, emailVerified }
  const whole = adapter.has('inTransaction')
  let user: AdapterUser
  try {
    user = whole
      ? await adapter.inTransaction((inside) => createLinked(stored, link, inside))
      : await adapter.createUser(stored)
  } catch (error) {
    const other = await storedByAnother(link, adapter)
    if (!other) throw error
    return { user: other, isNewUser: false }
  }
  if (whole) return { user, isNewUser: true }
  try {
    const { owner, by } = await linkOrFind(link, user, adapter)
    if (owner.id !== user.id) await removeUser(user, { adapter, logger })
    return { user: owner, isNewUser: by === 'us' }
  } catch (error) {
    await removeUser(user, { adapter, logger })
    throw error
  }
}

async function createLinked(stored: NewUser, link: Account, adapter: GuardedAdapter): Promise<AdapterUser> {
  const user = await adapter.createUser(stored)
  await adapter.linkAccount({ ...link, userId: user.id })
  return user
}

/** The user whom another login of the same person has stored, once it has; `null` when there is none. */
async function storedByAnother(
  { provider, providerAccountId }: Account,
  adapter: GuardedAdapter,
): Promise<AdapterUser | null> {
  for (const pause of PAUSES) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    const user = await adapter.getUserByAccount({ provider, providerAccountId }).catch(() => undefined)
    // A database that does not answer this either is down, and asking again would not help.
    if (user !== null) return user ?? null
  }
  return null
}
