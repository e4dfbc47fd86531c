import type { AdapterSessionInfo } from './contract.js'

/** The methods of an adapter that lists and revokes sessions of a user. */
export interface SessionManagement {
  /** Returns the sessions of a user, including expired ones, in any order. */
  listSessionsByUserId(userId: string): Promise<AdapterSessionInfo[]>
  /** Deletes the session with this id, and returns it; `null` if there is none. */
  deleteSessionById(id: string): Promise<AdapterSessionInfo | null>
  /** Deletes all sessions of a user. Returns their number. */
  deleteSessionsByUserId(userId: string): Promise<number>
}
