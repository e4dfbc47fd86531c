import type { AdapterUser } from '../../../adapters/contract.js'
import type { Account } from '../../../model/account.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import { asError } from '../../core/base/as-error.js'
import type { App } from '../../core/lifetimes.js'
import { sameId } from '../../core/login/identity.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'

/**
 * The user of an account, and whether this login (`'us'`) or a concurrent login (`'another'`) linked the
 * account.
 */
export interface LinkOutcome {
  readonly owner: AdapterUser
  readonly by: 'us' | 'another'
}

/**
 * Links an account to a user. If a concurrent login has already linked the account, returns the user of that
 * login.
 */
export async function linkOrFind(
  link: Account,
  user: AdapterUser,
  adapter: GuardedAdapter,
): Promise<LinkOutcome> {
  try {
    await adapter.linkAccount({ ...link, userId: user.id })
    return { owner: user, by: 'us' }
  } catch (error) {
    const { provider, providerAccountId } = link
    const owner = await adapter.getUserByAccount({ provider, providerAccountId }).catch(() => null)
    if (!owner) throw error
    return { owner, by: 'another' }
  }
}

/** Removes an account that was just linked, if the adapter supports it. */
export async function unlink(
  { provider, providerAccountId }: Account,
  { adapter, logger }: Pick<App, 'adapter' | 'logger'>,
): Promise<void> {
  if (!adapter?.has('unlinkAccount')) return
  await adapter
    .unlinkAccount({ provider, providerAccountId })
    .catch((error: unknown) => logger.error(asError(error)))
}

/**
 * Unlinks the first account of a new user if another login has verified the user's e-mail address in the
 * meantime. The verification removes all earlier sign-in methods of the user, but this account may have been
 * linked after it. Returns whether it was verified in the meantime.
 *
 * @param user - As the login stored it.
 */
export async function unlinkIfProven(
  { provider, providerAccountId }: Account,
  user: AdapterUser,
  adapter: GuardedAdapter,
): Promise<boolean> {
  if (user.emailVerified) return false
  const now = await adapter.getUser(user.id)
  if (!now || !sameId(now.id, user.id))
    throw new Error(
      `The user of a first sign-in with '${provider}' was not stored. Check that \`getUser\` of the adapter finds each user that \`createUser\` has returned.`,
    )
  if (!now.emailVerified) return false
  if (adapter.has('unlinkAccount')) await adapter.unlinkAccount({ provider, providerAccountId })
  return true
}

/**
 * Deletes a user whose first login could not be finished. The user is kept if the owner of the e-mail address
 * has verified it in the meantime. Some databases may find another user, with a similar id. That user is also
 * kept. Returns `true` if the user was deleted, does not exist, or now belongs to the owner of the e-mail
 * address.
 *
 * @param user - As the login stored it.
 */
export async function removeUser(
  { id, emailVerified }: Pick<AdapterUser, 'id' | 'emailVerified'>,
  { adapter, logger }: Pick<App, 'adapter' | 'logger'>,
): Promise<boolean> {
  if (!adapter?.has('deleteUser')) return false
  try {
    const found = await adapter.getUser(id)
    const isOther = found && (!sameId(found.id, id) || (!emailVerified && found.emailVerified))
    if (!isOther) await adapter.deleteUser(id)
    return true
  } catch (error) {
    logger.error(asError(error))
    return false
  }
}

/**
 * Logs a user who may have no way to sign in, because a first sign-in stored only the user and not the account.
 * The user is not deleted, because the adapter does not show whether the user has another way to sign in.
 */
export function warnOfLeftUser({ provider }: Account, userId: string, logger: LoggerInstance): void {
  logger.warn(
    'user-without-account',
    `The user '${userId}' was stored for a first sign-in with '${provider}' that could not be finished. ` +
      'If this user has no other sign-in method, delete the user. Until then, no user can sign up with this e-mail address.',
  )
}
