import type { AdapterSession } from 'authwright'
import type { DbUser } from '../fixtures.js'

/** An adapter that stores sessions, but no users. */
interface SessionsOnly {
  createSession(session: AdapterSession): Promise<AdapterSession>
  getSessionAndUser(token: string): Promise<{ session: AdapterSession; user: DbUser } | null>
  updateSession(session: object): Promise<AdapterSession | null>
  deleteSession(token: string): Promise<void>
}
export declare const sessionsOnly: SessionsOnly
