import type { CarriedTypes } from '../model/carried-types.js'
import type {
  AccountKey,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterTypes,
  AdapterUser,
  CleanupOptions,
  CleanupResult,
  NewUser,
  VerificationToken,
} from './contract.js'
import type { SessionManagement } from './session-management.js'

/**
 * An adapter that has every method of the contract. `Fields` are the fields that a stored user has
 * besides those of `AdapterUser`.
 *
 * For a key that is not stored, methods return `null` (`[]` for a list). An address, account, session, token or
 * authenticator that is stored already, and an owner who is not, reject with an `AdapterError`.
 */
export interface CompleteAdapter<out Fields = {}>
  extends CarriedTypes<AdapterTypes<AdapterUser & Fields>>,
    SessionManagement {
  /** Stores a user, with a new id if none is given. Rejects if the address belongs to another user. */
  createUser(user: NewUser & Partial<Fields>): Promise<AdapterUser & Fields>
  getUser(id: string): Promise<(AdapterUser & Fields) | null>
  getUserByEmail(email: string): Promise<(AdapterUser & Fields) | null>
  getUserByAccount(account: AccountKey): Promise<(AdapterUser & Fields) | null>
  /** Changes the given fields: `undefined` leaves one unchanged, `null` empties it. Rejects if there is no such user. */
  updateUser(user: Partial<AdapterUser & Fields> & { id: string }): Promise<AdapterUser & Fields>
  /** Deletes a user with their accounts, sessions and authenticators, all or nothing. */
  deleteUser(id: string): Promise<(AdapterUser & Fields) | null>
  /** Deletes the accounts, authenticators and sessions of a user, and leaves the user. */
  deleteLoginsByUserId(userId: string): Promise<void>
  linkAccount(account: AdapterAccount): Promise<AdapterAccount>
  unlinkAccount(account: AccountKey): Promise<AdapterAccount | null>
  /**
   * Stores new tokens of an account of this user. A field that is left out is unchanged: many
   * providers send a refresh token once. Returns `null`, and stores nothing, if there is no such
   * account or it is another user's.
   */
  updateAccount(account: AdapterAccount): Promise<AdapterAccount | null>
  /** The accounts of a user, in no order. */
  listAccountsByUserId(userId: string): Promise<AdapterAccount[]>
  /** Updates an account in one atomic step if its stored refresh token is `expected`, and says whether it did. */
  updateAccountIf(account: AdapterAccount, expected: string): Promise<boolean>
  createSession(session: AdapterSession): Promise<AdapterSession>
  /** The session, expired or not, and who it belongs to. */
  getSessionAndUser(
    sessionToken: string,
  ): Promise<{ session: AdapterSession; user: AdapterUser & Fields } | null>
  updateSession(session: Partial<AdapterSession> & { sessionToken: string }): Promise<AdapterSession | null>
  deleteSession(sessionToken: string): Promise<AdapterSession | null>
  createVerificationToken(token: VerificationToken): Promise<VerificationToken>
  /** Returns the token and deletes it. Of several calls at once, one gets it. */
  useVerificationToken(token: { identifier: string; token: string }): Promise<VerificationToken | null>
  getAccount(providerAccountId: string, provider: string): Promise<AdapterAccount | null>
  createAuthenticator(authenticator: AdapterAuthenticator): Promise<AdapterAuthenticator>
  getAuthenticator(credentialID: string): Promise<AdapterAuthenticator | null>
  listAuthenticatorsByUserId(userId: string): Promise<AdapterAuthenticator[]>
  /** Rejects if there is no such authenticator. */
  updateAuthenticatorCounter(credentialID: string, counter: number): Promise<AdapterAuthenticator>
  /** Stores what the user calls an authenticator; `null` for no name. Rejects if there is no such authenticator, or no column for it. */
  updateAuthenticatorName(credentialID: string, name: string | null): Promise<AdapterAuthenticator>
  /** Deletes an authenticator, and returns it; `null` if there is none. */
  deleteAuthenticator(credentialID: string): Promise<AdapterAuthenticator | null>
  /**
   * Deletes the sessions and verification tokens that have expired, in statements of at most `batch` rows each.
   *
   * @throws {AdapterError} If `batch` is not an integer of at least 1.
   */
  cleanup(options?: CleanupOptions): Promise<CleanupResult>
}
