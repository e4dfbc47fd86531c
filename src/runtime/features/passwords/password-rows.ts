import type { AdapterPassword, AdapterUser } from '../../../adapters/contract.js'
import { MissingAdapter } from '../../../errors.js'
import { randomToken } from '../../core/crypto/random.js'
import { sameId } from '../../core/login/identity.js'
import type { App } from '../../core/object-lifetimes.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'

export function passwordAdapter({ adapter }: App): GuardedAdapter {
  if (adapter) return adapter
  throw new MissingAdapter('Passwords are stored by an adapter: call .adapter() before .build().')
}

/**
 * A user that is not stored. Reading the password of this user takes as long as for a stored user without a
 * password. A database with numeric ids may reject the id, so errors are ignored.
 */
export const NO_USER: AdapterUser = {
  id: '00000000-0000-0000-0000-000000000000',
  email: null,
  emailVerified: null,
}

/** Returns the stored password of a user. Passwords are separate for each tenant. */
export async function storedPassword(user: AdapterUser, app: App): Promise<AdapterPassword | null> {
  const { tenant = '' } = app
  const stored = await passwordAdapter(app).getPassword({ userId: user.id, tenant })
  if (!stored || !sameId(stored.userId, user.id) || stored.tenant !== tenant) return null
  // The row may have other columns, which the adapter may not accept when the password is written again.
  const { userId, hash, epoch, changedAt } = stored
  return { userId, tenant, hash, epoch, changedAt }
}

/** Returns the row of a new password. Its `epoch` differs for every password. */
export function newPassword(userId: string, hash: string, { tenant = '', clock }: App): AdapterPassword {
  return { userId, tenant, hash, epoch: randomToken(), changedAt: new Date(clock()) }
}
