import type { Adapter, AdapterUser } from 'authwright'
import { email as emailProvider } from 'authwright/providers/email'

/** A user with a custom column. */
export interface DbUser extends AdapterUser {
  role: 'admin' | 'member'
}

/** An adapter with all methods that a provider or a strategy can need. */
export declare const db: Required<Adapter<DbUser>>

/** An adapter that stores users, but no sessions. */
interface UsersOnly {
  createUser(user: object): Promise<DbUser>
  getUser(id: string): Promise<DbUser | null>
  getUserByEmail(email: string): Promise<DbUser | null>
  getUserByAccount(account: object): Promise<DbUser | null>
  updateUser(user: object): Promise<DbUser>
  linkAccount(account: object): Promise<void>
}
export declare const usersOnly: UsersOnly

export declare const request: Request

export const email = emailProvider({ sendVerificationRequest: () => {} })
