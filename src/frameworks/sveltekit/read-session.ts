import { refreshSession } from '../../runtime/server/refresh-session.js'
import type { Shell } from './shell.js'
import type { Visit } from './visit.js'

/** The session of a visit, read once. It is extended when that is due. */
export function readSession(visit: Visit, shell: Shell): Promise<Record<string, unknown> | null> {
  visit.session ??= read(visit, shell)
  return visit.session
}

async function read(visit: Visit, shell: Shell): Promise<Record<string, unknown> | null> {
  // Kit loads the data of a page ahead of a navigation in the same way as for it.
  const { isDataRequest } = visit.event
  const { session, cookies } = await refreshSession(
    visit.incoming(),
    await shell.instance(visit),
    isDataRequest,
  )
  try {
    visit.setCookies(cookies)
  } catch {
    // Whoever asks while the response is on its way is told all the same; the next request extends the session.
  }
  return session
}
