import type { App } from '../../core/lifetimes.js'
import { endSignIns } from '../../core/login/ended-sign-ins.js'
import { passwordAdapter } from './stored-password.js'

/** Ends the sessions of a user, and the sign-ins that have begun. */
async function endSessions(userId: string, app: App): Promise<void> {
  await endSignIns(userId, app)
  if (app.spec.session.strategy === 'jwt') await app.revocations.revokeAll(userId)
  else await passwordAdapter(app).deleteSessionsByUserId(userId)
}

/**
 * Runs work that replaces a password, and ends the sessions of its user before and after it. The first time
 * ensures that a crash leaves no session together with a new password. The second time ends sessions that
 * were started during the work. A sign-in with the old password that finishes later fails, because the epoch
 * of the stored password has changed.
 */
export async function withSessionsEnded<Result>(
  userId: string,
  app: App,
  work: () => Promise<Result>,
): Promise<Result> {
  await endSessions(userId, app)
  const result = await work()
  await endSessions(userId, app)
  return result
}
