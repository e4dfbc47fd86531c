import type { AdapterPassword, AdapterUser } from '../../../adapters/contract.js'
import type { PasswordProvider } from '../../../providers/kinds/password.js'
import { endSignIns } from '../../core/login/ended-sign-ins.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { mailChange } from './password-mail.js'
import { passwordAdapter } from './password-rows.js'

/**
 * Replaces a password. Ends the sessions before the password is written, so that no old session remains if
 * the process crashes after the write. Ends them again afterwards, because a sign-in may have started a
 * session in between.
 *
 * @returns `false` if the password is no longer the password with the epoch `expected`.
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
  // Send the mail before `endSessions`, which may fail.
  if (isReplaced) mailChange(provider, user, 'saved', app, exchange)
  await endSessions(user.id, app)
  return isReplaced
}

/** Ends all sessions of a user, and sign-ins that are not finished. */
async function endSessions(userId: string, app: App): Promise<void> {
  await endSignIns(userId, app)
  if (app.spec.session.strategy === 'jwt') await app.revocations.revokeAll(userId)
  else await passwordAdapter(app).deleteSessionsByUserId(userId)
}
