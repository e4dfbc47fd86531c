import type { AdapterPassword, AdapterUser } from '../../../adapters/contract.js'
import type { PasswordProvider } from '../../../providers/kinds/password.js'
import type { App, Exchange } from '../../core/lifetimes.js'
import { endSignIns } from '../../core/login/ended-sign-ins.js'
import { mailChange } from './password-mail.js'
import { passwordAdapter } from './stored-password.js'

/**
 * Replaces a password, notifies the user, and ends the sessions of the user. Returns whether the password was
 * replaced. `expected` is the `epoch` of the old password: a random id that changes with the password. If the
 * stored `epoch` is different, the password is not replaced.
 *
 * The sessions are ended before the password is written, so that no old session remains if the process
 * crashes after the write. They are ended again after the write, because a sign-in may have started a session
 * in between. A sign-in with the old password that finishes later fails, because the stored `epoch` has
 * changed.
 */
export async function replacePassword(
  provider: PasswordProvider,
  user: AdapterUser,
  { next, expected }: { readonly next: AdapterPassword; readonly expected: string },
  app: App,
  exchange: Exchange,
): Promise<boolean> {
  await endSessions(user.id, app)
  const isReplaced = await passwordAdapter(app).setPasswordIf(next, expected)
  // The mail is sent before `endSessions`, which may fail.
  if (isReplaced) mailChange(provider, user, 'saved', app, exchange)
  await endSessions(user.id, app)
  return isReplaced
}

/** Ends the sessions of a user, and the sign-ins that are not finished. */
async function endSessions(userId: string, app: App): Promise<void> {
  await endSignIns(userId, app)
  if (app.spec.session.strategy === 'jwt') await app.revocations.revokeAll(userId)
  else await passwordAdapter(app).deleteSessionsByUserId(userId)
}
