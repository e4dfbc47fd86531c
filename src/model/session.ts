import type { User } from './user.js'

/** The fields of every session. */
export interface DefaultSession {
  user?: User
  /** When the session ends if it is not used again, as an ISO 8601 date and time in UTC. */
  expires: string
}

/** Augment it to add fields to every session of the program; `.build()` then requires `callbacks.session`. */
export interface Session extends DefaultSession {}
