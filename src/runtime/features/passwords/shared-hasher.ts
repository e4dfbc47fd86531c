import type { AdapterPassword } from '../../../adapters/contract.js'
import { AuthError } from '../../../errors.js'
import type { PasswordProvider } from '../../../providers/kinds/password.js'
import type { App, Host } from '../../core/object-lifetimes.js'
import { passwordProviderOf } from './configured-provider.js'
import { createPasswordHasher, type PasswordCheck, type PasswordHasher } from './hash/password-hasher.js'
import { createHashQueue, type WorkQueue } from './hash/work-queue.js'

/** Returns the hasher of the provider. All configurations of a host share a queue. */
export function passwordHasher({ hash }: PasswordProvider, app: App): PasswordHasher {
  return hash ? app.get(customHasher) : app.host.get(builtInHasher)
}

function builtInHasher(host: Host): PasswordHasher {
  return createPasswordHasher({ queue: host.get(sharedQueue) })
}

function customHasher(app: App): PasswordHasher {
  return createPasswordHasher({ hash: passwordProviderOf(app).hash, queue: app.host.get(sharedQueue) })
}

function sharedQueue(_: Host): WorkQueue | undefined {
  return createHashQueue()
}

/**
 * Checks a password of a user.
 *
 * @param stored - `null` if there is no user, or no password.
 */
export async function verifyPassword(
  provider: PasswordProvider,
  password: string,
  stored: AdapterPassword | null,
  app: App,
): Promise<PasswordCheck> {
  const verification = await passwordHasher(provider, app).verify(password, stored?.hash ?? null)
  if (verification.problem !== undefined) app.logger.error(new AuthError(verification.problem))
  return verification
}
