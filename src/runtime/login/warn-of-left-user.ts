import type { AdapterUser } from '../../adapters/contract.js'
import type { Account } from '../../model/account.js'
import type { Instance } from '../instance/instance.js'
import { sameId } from './same-id.js'
import { userIdOf } from './user-id.js'

/**
 * Tells of a user who may have no way in any more. A first sign-in that was interrupted leaves a user without an account,
 * and the next sign-in with that account finishes it; unless somebody who is signed in links the account to themselves
 * first. Whether such a user has another way in, an adapter cannot say, so nothing is removed.
 *
 * @param owner - To whom the account was linked just now.
 */
export async function warnOfLeftUser(
  account: Account,
  owner: AdapterUser,
  { adapter, userIds, logger }: Instance,
): Promise<void> {
  const id = await userIdOf(account, userIds)
  if (sameId(id, owner.id)) return
  // A database with ids of its own may refuse this one, and then has no such user.
  const left = await adapter?.getUser(id).catch(() => null)
  if (!left || !sameId(left.id, id)) return
  logger.warn(
    'user-without-account',
    `The user '${id}' signed up with an account of '${account.provider}' that is now linked to the user '${owner.id}'. ` +
      'Unless they have another way to sign in, delete them: their address cannot be used otherwise.',
  )
}
