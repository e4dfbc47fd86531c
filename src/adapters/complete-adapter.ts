import type { CarriedTypes } from '../model/carried-types.js'
import type {
  AccountKey,
  AccountUpdate,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterPassword,
  AdapterSession,
  AdapterTypes,
  AdapterUser,
  CleanupOptions,
  CleanupResult,
  NewUser,
  PasswordKey,
  UserPage,
  VerificationToken,
} from './contract.js'
import type { SessionManagement } from './session-management.js'

/**
 * An adapter with every method of the contract. `Fields` are the fields of a stored user in addition to those of
 * `AdapterUser`.
 */
export interface CompleteAdapter<out Fields = {}>
  extends CarriedTypes<AdapterTypes<AdapterUser & Fields>>,
    SessionManagement {
  /**
   * Stores a user. Creates an id if `user` has none. Rejects if the e-mail address belongs to another user.
   */
  createUser(user: NewUser & Partial<Fields>): Promise<AdapterUser & Fields>
  /** Returns the user with this id. */
  getUser(id: string): Promise<(AdapterUser & Fields) | null>
  /** Returns the user with this e-mail address. */
  getUserByEmail(email: string): Promise<(AdapterUser & Fields) | null>
  /** Returns the user of an account. */
  getUserByAccount(account: AccountKey): Promise<(AdapterUser & Fields) | null>
  /**
   * Changes fields of a user: `undefined` leaves a field unchanged, `null` clears it. A changed e-mail address
   * becomes unverified, unless `emailVerified` is passed. Rejects if there is no such user.
   */
  updateUser(user: Partial<AdapterUser & Fields> & { id: string }): Promise<AdapterUser & Fields>
  /** Returns at most `limit` users in the order of their ids, starting after the id `after`. */
  listUsers(page: UserPage): Promise<(AdapterUser & Fields)[]>
  /** Deletes a user with their accounts, sessions, authenticators and passwords. */
  deleteUser(id: string): Promise<(AdapterUser & Fields) | null>
  /** Deletes the accounts, authenticators, passwords and sessions of a user, but not the user. */
  deleteLoginsByUserId(userId: string): Promise<void>
  /** Stores an account of a user. */
  linkAccount(account: AdapterAccount): Promise<AdapterAccount>
  /** Deletes an account and returns it. */
  unlinkAccount(account: AccountKey): Promise<AdapterAccount | null>
  /**
   * Stores new tokens of an account. Omitted fields are unchanged, and `null` deletes the stored value. Returns `null` if there is no such account or it
   * belongs to another user.
   */
  updateAccount(account: AccountUpdate): Promise<AdapterAccount | null>
  /** Returns the accounts of a user, in any order. */
  listAccountsByUserId(userId: string): Promise<AdapterAccount[]>
  /**
   * Updates an account in one atomic step if its stored refresh token is `expected`. Returns whether it was updated.
   */
  updateAccountIf(account: AccountUpdate, expected: string): Promise<boolean>
  /** Stores a session. */
  createSession(session: AdapterSession): Promise<AdapterSession>
  /** Returns the session, expired or not, with its user. */
  getSessionAndUser(
    sessionToken: string,
  ): Promise<{ session: AdapterSession; user: AdapterUser & Fields } | null>
  /** Updates a session. Omitted fields keep their values. */
  updateSession(session: Partial<AdapterSession> & { sessionToken: string }): Promise<AdapterSession | null>
  /** Deletes a session and returns it. Of several concurrent calls, only one returns it. */
  deleteSession(sessionToken: string): Promise<AdapterSession | null>
  /** Stores a verification token. */
  createVerificationToken(token: VerificationToken): Promise<VerificationToken>
  /**
   * Returns the token and deletes it. Of several concurrent calls, only one returns it. The token may have
   * expired.
   */
  useVerificationToken(token: { identifier: string; token: string }): Promise<VerificationToken | null>
  /** Returns an account. */
  getAccount(providerAccountId: string, provider: string): Promise<AdapterAccount | null>
  /** Stores an authenticator. */
  createAuthenticator(authenticator: AdapterAuthenticator): Promise<AdapterAuthenticator>
  /** Returns the authenticator with this credential id. */
  getAuthenticator(credentialID: string): Promise<AdapterAuthenticator | null>
  /** Returns the authenticators of a user, in any order. */
  listAuthenticatorsByUserId(userId: string): Promise<AdapterAuthenticator[]>
  /** Sets the signature counter of an authenticator. Rejects if there is no such authenticator. */
  updateAuthenticatorCounter(credentialID: string, counter: number): Promise<AdapterAuthenticator>
  /** Sets the name of an authenticator; `null` removes it. Rejects if there is no such authenticator, or no column for the name. */
  updateAuthenticatorName(credentialID: string, name: string | null): Promise<AdapterAuthenticator>
  /** Deletes an authenticator and returns it, or `null` if there is none. */
  deleteAuthenticator(credentialID: string): Promise<AdapterAuthenticator | null>
  /** Returns the password of a user at a tenant. */
  getPassword(key: PasswordKey): Promise<AdapterPassword | null>
  /**
   * Replaces the password in one atomic step if its stored `epoch` is `expected`. If `expected` is `null`, stores
   * a password only if there is none, and rejects if there is no such user. Returns whether the password was stored.
   */
  setPasswordIf(password: AdapterPassword, expected: string | null): Promise<boolean>
  /**
   * Deletes a password in one atomic step if its stored `epoch` is `expected`. Returns whether it was deleted.
   */
  deletePasswordIf(key: PasswordKey, expected: string): Promise<boolean>
  /**
   * Deletes sessions and verification tokens that expired more than a day ago. Rejects if `batch` is not an integer
   * of at least 1.
   */
  cleanup(options?: CleanupOptions): Promise<CleanupResult>
}
