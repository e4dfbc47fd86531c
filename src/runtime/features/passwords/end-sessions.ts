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
 * Does work that replaces a password, and ends the sessions of its user. They end before, so that a process that dies in between leaves no session
 * beside a new password, and after, because another session may have started meanwhile. A session that starts after that finds the new epoch.
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
