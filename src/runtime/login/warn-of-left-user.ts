import type { Account } from '../../model/account.js'
import type { LoggerInstance } from '../../options/logger.js'

/**
 * Logs a user who may have no way to sign in: a first sign-in stored the user and not the account. Whether such a user
 * has another way to sign in, an adapter cannot say, so nothing is removed.
 */
export function warnOfLeftUser({ provider }: Account, userId: string, logger: LoggerInstance): void {
  logger.warn(
    'user-without-account',
    `The user '${userId}' was stored for a first sign-in with '${provider}' that could not be finished. ` +
      'Unless they have another way to sign in, delete them: their address cannot be used otherwise.',
  )
}
