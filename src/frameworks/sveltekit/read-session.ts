import { refreshSession } from '../../runtime/server/refresh-session.js'
import type { Shell } from './shell.js'
import type { Visit } from './visit.js'

/** The session of a visit, read once. It is extended when that is due. */
export function readSession(visit: Visit, shell: Shell): Promise<Record<string, unknown> | null> {
  visit.session ??= read(visit, shell)
  return visit.session
}

async function read(visit: Visit, shell: Shell): Promise<Record<string, unknown> | null> {
  const { session, cookies } = await refreshSession(visit.incoming(), await shell.instance(visit))
  try {
    visit.setCookies(cookies)
  } catch {
    // Whoever asks while the response is on its way is told all the same; the next request extends the session.
  }
  return session
}
