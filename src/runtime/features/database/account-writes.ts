import type { AdapterUser } from '../../../adapters/contract.js'
import { AdapterError } from '../../../errors.js'
import type { Account } from '../../../model/account.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import { asError } from '../../core/base/as-error.js'
import { sameId } from '../../core/login/identity.js'
import type { App } from '../../core/object-lifetimes.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'

/** `by` is `'us'` if this login linked the account, and `'another'` if a concurrent login did. */
export interface LinkOutcome {
  readonly owner: AdapterUser
  readonly by: 'us' | 'another'
}

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
 * Unlinks the account if another login has verified the user's e-mail address in the meantime. That login has
 * removed all earlier sign-in methods, but this account may have been linked after that. Returns whether the
 * e-mail address was verified in the meantime.
 *
 * @param user - As the login stored it.
 */
export async function unlinkIfProven(
  { provider, providerAccountId }: Account,
  user: AdapterUser,
  adapter: GuardedAdapter,
  logger: LoggerInstance,
): Promise<boolean> {
  if (user.emailVerified) return false
  const now = await adapter.getUser(user.id)
  if (!now || !sameId(now.id, user.id))
    throw new Error(
      `The user of a first sign-in with '${provider}' was not stored. Check that \`getUser\` of the adapter finds each user that \`createUser\` has returned.`,
    )
  if (!now.emailVerified) return false
  if (adapter.has('unlinkAccount')) await adapter.unlinkAccount({ provider, providerAccountId })
  else logger.error(new AdapterError(stillLinked(provider, user.id)))
  return true
}

function stillLinked(provider: string, userId: string): string {
  return (
    `An account of the provider '${provider}' was linked to the user '${userId}' before the owner of the e-mail address signed in. ` +
    'The adapter has no method `unlinkAccount`: delete this account yourself, because it may belong to someone else.'
  )
}

/**
 * Deletes the user, except if the e-mail address was verified in the meantime, or if the database compares ids
 * without case and found another user. Returns `false` if the adapter cannot delete users or fails, and `true`
 * otherwise.
 */
export async function removeUser(
  { id, emailVerified }: Pick<AdapterUser, 'id' | 'emailVerified'>,
  { adapter, logger }: Pick<App, 'adapter' | 'logger'>,
): Promise<boolean> {
  if (!adapter?.has('deleteUser')) return false
  try {
    const found = await adapter.getUser(id)
    const isKept = found && (!sameId(found.id, id) || (!emailVerified && found.emailVerified))
    if (!isKept) await adapter.deleteUser(id)
    return true
  } catch (error) {
    logger.error(asError(error))
    return false
  }
}

export function warnOfLeftUser({ provider }: Account, userId: string, logger: LoggerInstance): void {
  logger.warn(
    'user-without-account',
    `The user '${userId}' was stored for a first sign-in with '${provider}' that could not be finished. ` +
      'If this user has no other sign-in method, delete the user. Until then, no user can sign up with this e-mail address.',
  )
}
