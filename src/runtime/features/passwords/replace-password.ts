import type { AdapterPassword, AdapterUser } from '../../../adapters/contract.js'
import type { PasswordProvider } from '../../../providers/kinds/password.js'
import type { App, Exchange } from '../../core/lifetimes.js'
import { endSignIns } from '../../core/login/ended-sign-ins.js'
import { mailChange } from './password-mail.js'
import { passwordAdapter } from './stored-password.js'

/**
 * Replaces a password, if it still has the epoch `expected`, and notifies the user. Ends the sessions of the
 * user before and after that. Returns whether the password was replaced.
 *
 * The first time ensures that a crash leaves no session together with a new password. The second time ends
 * sessions that were started during the write. A sign-in with the old password that finishes later fails,
 * because the epoch of the stored password has changed.
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
  // The user is notified even if ending the sessions then fails.
  if (isReplaced) mailChange(provider, user, 'saved', app, exchange)
  await endSessions(user.id, app)
  return isReplaced
}

/** Ends the sessions of a user, and the sign-ins that have begun. */
async function endSessions(userId: string, app: App): Promise<void> {
  await endSignIns(userId, app)
  if (app.spec.session.strategy === 'jwt') await app.revocations.revokeAll(userId)
  else await passwordAdapter(app).deleteSessionsByUserId(userId)
}
