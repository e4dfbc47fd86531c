import type { Account } from '../model/account.js'
import type { Awaitable } from '../model/awaitable.js'
import type { User } from '../model/user.js'

/** A stored user. */
export interface AdapterUser extends Partial<User> {
  /** The id of the user. */
  id: string
  /** The e-mail address, or `null` if it is unknown. */
  email: string | null
  /** When the user proved that they own the e-mail address. */
  emailVerified: Date | null
}

/** A user to store. Without an id, the adapter or the database creates one. */
export interface NewUser extends Partial<User> {
  /** The e-mail address, or `null` if it is unknown. */
  email: string | null
  /** When the user proved that they own the e-mail address, or `null`. */
  emailVerified: Date | null
}

/** The types that the builder infers from an adapter. */
export interface AdapterTypes<out StoredUser> {
  user: StoredUser
}

/** A stored link between a user and a provider. */
export interface AdapterAccount extends Account {
  /** The id of the user. */
  userId: string
}

/** Changes of a stored account. */
export interface AccountUpdate extends Omit<AdapterAccount, 'expires_at'> {
  /** When `access_token` expires, in seconds since 1970. `null` if it does not expire. */
  readonly expires_at?: number | null | undefined
}

/** Metadata of a session, for lists of sessions. */
export interface SessionFacts {
  /** When the user signed in. */
  createdAt?: Date | undefined
  /** When the session was last used. Not every use updates it. */
  lastUsedAt?: Date | undefined
  /** The `User-Agent` header of the sign-in, at most 190 characters. Untrusted text. */
  userAgent?: string | undefined
  /** The IP address of the sign-in, at most 45 characters: an IPv4 address, or the /64 prefix of an IPv6 address. */
  networkAddress?: string | undefined
}

/** A stored session. */
export interface AdapterSession extends SessionFacts {
  /** The token in the session cookie. With tenants, a value that is derived from the token. */
  sessionToken: string
  /** The id of the user. */
  userId: string
  /** When the session expires if it is not used again. */
  expires: Date
}

/** An adapter that stores session metadata. */
export interface FactsStorage {
  readonly sessionFacts?: true
}

/** A stored session without its token. */
export interface AdapterSessionInfo extends SessionFacts {
  /** The SHA-256 hash of the token, in lower-case hexadecimal. */
  id: string
  /** The id of the user. */
  userId: string
  /** When the session expires if it is not used again. */
  expires: Date
}

/** A stored authenticator: one passkey or security key of a user. */
export interface AdapterAuthenticator {
  /** The credential id in base64 with padding. */
  credentialID: string
  /** The id of the user. */
  userId: string
  /** The id of the account that the authenticator signs in with. */
  providerAccountId: string
  /** The COSE key in base64 with padding. */
  credentialPublicKey: string
  /** The signature counter of the last response. */
  counter: number
  /** `'singleDevice'`, or `'multiDevice'` for a passkey that can be synced. */
  credentialDeviceType: string
  /** Whether the passkey is synced between devices. */
  credentialBackedUp: boolean
  /** How browsers communicate with the authenticator, such as `internal,usb`. */
  transports?: string | null | undefined
  /** Name of the passkey. */
  name?: string | null | undefined
}

/** Identifies a password. A user has at most one password per tenant. */
export interface PasswordKey {
  /** The id of the stored user. */
  userId: string
  /** The tenant, or an empty string without tenants. */
  tenant: string
}

/** The stored password of a user. */
export interface AdapterPassword extends PasswordKey {
  /** The hash, as a PHC string. */
  hash: string
  /** A random value that changes whenever the password changes, but not when the same password is rehashed. */
  epoch: string
  /** When the user chose the password. */
  changedAt: Date
}

/** Identifies an account: the provider's id, and the user's id at the provider. */
export interface AccountKey {
  /** The provider's id. */
  provider: string
  /** The user's id at the provider. */
  providerAccountId: string
}

/** A page of the list of users. */
export interface UserPage {
  /** The id of the last user of the previous page. Default: the list starts with the first user. */
  after?: string | undefined
  /** Maximum number of users: an integer greater than 0. */
  limit: number
}

/** Options of `cleanup`. */
export interface CleanupOptions {
  /** Maximum number of rows that one statement deletes. Default: 1000. */
  batch?: number
}

/** The number of rows that `cleanup` deleted. */
export interface CleanupResult {
  /** The number of deleted sessions. */
  sessions: number
  /** The number of deleted verification tokens. */
  verificationTokens: number
}

/**
 * The methods of a database adapter. All are optional in this type. The builder reports missing methods that the
 * session strategy or a provider needs.
 */
export interface Adapter<out StoredUser extends AdapterUser = AdapterUser> {
  /** Stores a user and returns it. */
  createUser?(user: NewUser): Awaitable<StoredUser>
  /** Returns the user with this id, or `null`. */
  getUser?(id: string): Awaitable<StoredUser | null>
  /** Returns the user with this e-mail address, or `null`. */
  getUserByEmail?(email: string): Awaitable<StoredUser | null>
  /** Returns the user of an account, or `null`. */
  getUserByAccount?(account: AccountKey): Awaitable<StoredUser | null>
  /**
   * Updates a user. Omitted fields keep their values, except that `emailVerified` becomes `null` if the e-mail
   * address changes.
   */
  updateUser?(user: Partial<StoredUser> & { id: string }): Awaitable<StoredUser>
  /** Returns at most `limit` users in the order of their ids, starting after the id `after`. */
  listUsers?(page: UserPage): Awaitable<StoredUser[]>
  /** Deletes the user with their sessions, accounts, passkeys and passwords. */
  deleteUser?(id: string): Awaitable<StoredUser | null | undefined | void>
  /** Stores an account of a user. */
  linkAccount?(account: AdapterAccount): Awaitable<AdapterAccount | null | undefined | void>
  /** Deletes an account. */
  unlinkAccount?(account: AccountKey): Awaitable<AdapterAccount | null | undefined | void>
  /** Updates a stored account. Omitted fields keep their values, and `null` deletes the stored value. */
  updateAccount?(account: AccountUpdate): Awaitable<AdapterAccount | null | undefined | void>
  /** Returns the accounts of a user, in any order. */
  listAccountsByUserId?(userId: string): Awaitable<AdapterAccount[]>
  /**
   * Updates an account like `updateAccount`, but only if its stored refresh token is `expected`. Returns whether it
   * was updated.
   */
  updateAccountIf?(account: AccountUpdate, expected: string): Awaitable<boolean>
  /** Stores a session. */
  createSession?(session: AdapterSession): Awaitable<AdapterSession>
  /** Returns the session with this token and its user, or `null`. */
  getSessionAndUser?(sessionToken: string): Awaitable<{ session: AdapterSession; user: StoredUser } | null>
  /** Updates a session. Omitted fields keep their values. */
  updateSession?(
    session: Partial<AdapterSession> & { sessionToken: string },
  ): Awaitable<AdapterSession | null | undefined>
  /**
   * Deletes a session, and may return it. In an adapter with `deleteSessionById`, only one of several concurrent calls
   * returns the session, and `null` means that there was no such session.
   */
  deleteSession?(sessionToken: string): Awaitable<AdapterSession | null | undefined | void>
  /** Stores a verification token. */
  createVerificationToken?(token: VerificationToken): Awaitable<VerificationToken | null | undefined>
  /** Returns the token and deletes it, atomically. */
  useVerificationToken?(token: { identifier: string; token: string }): Awaitable<VerificationToken | null>
  /** Returns an account, or `null`. */
  getAccount?(providerAccountId: string, provider: string): Awaitable<AdapterAccount | null>
  /** Stores an authenticator. */
  createAuthenticator?(authenticator: AdapterAuthenticator): Awaitable<AdapterAuthenticator>
  /** Returns the authenticator with this credential id, or `null`. */
  getAuthenticator?(credentialID: string): Awaitable<AdapterAuthenticator | null>
  /** Returns the authenticators of a user, in any order. */
  listAuthenticatorsByUserId?(userId: string): Awaitable<AdapterAuthenticator[]>
  /** Sets the signature counter of an authenticator. */
  updateAuthenticatorCounter?(credentialID: string, counter: number): Awaitable<AdapterAuthenticator>
  /** Sets the name of an authenticator; `null` removes it. Rejects if the name was not stored. */
  updateAuthenticatorName?(credentialID: string, name: string | null): Awaitable<AdapterAuthenticator>
  /** Deletes an authenticator and returns it, or `null` if there is none. */
  deleteAuthenticator?(credentialID: string): Awaitable<AdapterAuthenticator | null | undefined | void>
  /** Returns the sessions of a user. May include expired sessions. */
  listSessionsByUserId?(userId: string): Awaitable<AdapterSessionInfo[]>
  /** Deletes the session with this id. */
  deleteSessionById?(id: string): Awaitable<AdapterSessionInfo | null | undefined | void>
  /** Deletes all sessions of a user. */
  deleteSessionsByUserId?(userId: string): Awaitable<unknown>
  /** Returns the password of a user at a tenant, or `null`. */
  getPassword?(key: PasswordKey): Awaitable<AdapterPassword | null>
  /**
   * Replaces the password in one atomic step if its stored `epoch` is `expected`. If `expected` is `null`, stores a
   * password only if the user has none at this tenant. Returns whether the password was stored.
   */
  setPasswordIf?(password: AdapterPassword, expected: string | null): Awaitable<boolean>
  /**
   * Deletes a password in one atomic step if its stored `epoch` is `expected`. Returns whether it was deleted.
   */
  deletePasswordIf?(key: PasswordKey, expected: string): Awaitable<boolean>
  /** Deletes the accounts, authenticators, passwords and sessions of a user, but not the user. */
  deleteLoginsByUserId?(userId: string): Awaitable<unknown>
  /** Deletes sessions and verification tokens that expired more than a day ago. */
  cleanup?(options?: CleanupOptions): Awaitable<CleanupResult>
  /**
   * Calls `work` in a transaction. All writes through the adapter that `work` receives are stored together. If `work`
   * throws, no write is stored, and the error is rethrown. If `work` catches an error and the database still rolls back,
   * `inTransaction` rejects.
   */
  inTransaction?<Result>(work: (adapter: Adapter<StoredUser>) => Promise<Result>): Promise<Result>
}

/** An adapter that selects one of several database libraries, such as `sqlite()`. */
export interface Driven {
  /** The selected library. */
  readonly '~driver'?: string | undefined
}

/** The optional capabilities of an adapter, with the methods that each needs. */
export interface AdapterCapabilities {
  /** Stores new tokens of an account. */
  accountUpdate: 'updateAccount'
  /** Lists the accounts of a user. Needed for `auth.tokens` and `auth.accounts`. */
  accountListing: 'listAccountsByUserId'
  /** Lets only one process at a time refresh the tokens of an account, even without a shared store. */
  accountLeases: 'updateAccountIf'
  /** Renames and deletes passkeys. Needed for `auth.passkeys`. */
  passkeyManagement: 'listAuthenticatorsByUserId' | 'updateAuthenticatorName' | 'deleteAuthenticator'
  /** Stores passwords. */
  passwords: 'getPassword' | 'setPasswordIf' | 'deletePasswordIf'
  /** Lists users, which `users()` of `authwright/users` requires. */
  userListing: 'listUsers'
  /** Deletes a user with all their data. */
  userDeletion: 'deleteUser'
  /** Removes every sign-in method of a user. */
  loginRemoval: 'deleteLoginsByUserId'
  /** Deletes expired rows. */
  expiredRowDeletion: 'cleanup'
  /** Stores several rows atomically. */
  transactions: 'inTransaction'
  /** Lists and revokes sessions without their tokens. */
  sessionManagement: 'listSessionsByUserId' | 'deleteSessionById' | 'deleteSessionsByUserId'
}

/**
 * An adapter with a capability.
 *
 * @example
 * ```ts
 * import type { AdapterWith } from 'authwright'
 *
 * export async function deleteExpiredRows(adapter: AdapterWith<'expiredRowDeletion'>): Promise<number> {
 *   const { sessions, verificationTokens } = await adapter.cleanup({ batch: 500 })
 *   return sessions + verificationTokens
 * }
 * ```
 */
export type AdapterWith<Capability extends keyof AdapterCapabilities> = {
  [Method in AdapterCapabilities[Capability]]: NonNullable<Adapter[Method]>
}

/** A token that can be used once, such as that of a sign-in link. */
export interface VerificationToken {
  /** For a sign-in link, the e-mail address that the link is sent to. */
  identifier: string
  /** For a sign-in link, the hash of the token in the link. */
  token: string
  /** When the token expires. */
  expires: Date
}
