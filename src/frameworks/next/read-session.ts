import { refreshSession } from '../../runtime/server/refresh-session.js'
import type { Shell } from './shell.js'
import { type NextCookies, surroundings, trySetCookies } from './surroundings.js'

type Session = Record<string, unknown> | null

/** Reads the session in server components, server actions and route handlers. */
export interface SessionReader {
  /** Once for a request; a page may ask as often as it likes. */
  read(): Promise<Session>
  /** Reads anew from now on, for what cookies say has changed. */
  forget(cookies: NextCookies): void
}

export function sessionReader(shell: () => Shell): SessionReader {
  const read = new WeakMap<NextCookies, Promise<Session>>()
  return {
    async read() {
      const around = await surroundings()
      const { incoming, cookies } = around
      let session = read.get(cookies)
      if (!session) {
        session = shell()
          .instanceFor(around)
          .then((instance) => refreshSession(incoming, instance))
          .then((refreshed) => {
            trySetCookies(cookies, refreshed.cookies)
            return refreshed.session
          })
        read.set(cookies, session)
      }
      return session
    },
    forget: (cookies) => void read.delete(cookies),
  }
}
