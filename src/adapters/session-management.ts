import type { AdapterSessionInfo } from './contract.js'

/** The methods of an adapter that lists and ends the sessions of a user. */
export interface SessionManagement {
  /** The sessions of a user, expired ones too, in no order. */
  listSessionsByUserId(userId: string): Promise<AdapterSessionInfo[]>
  /** Deletes the session with this id, and returns it; `null` if there is none. */
  deleteSessionById(id: string): Promise<AdapterSessionInfo | null>
  /** Deletes every session of a user, and returns their number. */
  deleteSessionsByUserId(userId: string): Promise<number>
}
