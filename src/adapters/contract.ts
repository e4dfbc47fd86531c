import type { Account } from '../model/account.js'
import type { Awaitable } from '../model/awaitable.js'
import type { User } from '../model/user.js'

/** A stored user. */
export interface AdapterUser extends Partial<User> {
  id: string
  /** `null` where no provider returned one. */
  email: string | null
  /** When the person proved that the address is theirs. */
  emailVerified: Date | null
}

/** A user to be stored: under the id that is given, or one of the database's own. */
export interface NewUser extends Partial<User> {
  email: string | null
  emailVerified: Date | null
}

/** The types that the builder reads off an adapter. */
export interface AdapterTypes<out StoredUser> {
  user: StoredUser
}

/** A stored link between a user and a provider. */
export interface AdapterAccount extends Account {
  userId: string
}

/** What is stored of a session for lists of them. A row of an earlier version has none of it. */
export interface SessionFacts {
  /** When the user signed in. */
  createdAt?: Date | undefined
  /** When the session was last used, to the hour. */
  lastUsedAt?: Date | undefined
  /** The `User-Agent` of the sign-in, at most 190 characters. Any client can send any text. */
  userAgent?: string | undefined
  /** The network address of the sign-in, at most 45 characters: an IPv4 address, or the /64 of an IPv6 address. */
  networkAddress?: string | undefined
}

/** A stored session. */
export interface AdapterSession extends SessionFacts {
  sessionToken: string
  userId: string
  expires: Date
}

/**
 * An adapter that stores the facts of a session. One that does not say so receives none of them: its table may have no such
 * columns.
 */
export interface FactsStorage {
  readonly sessionFacts?: true
}

/** A stored session without its token. */
export interface AdapterSessionInfo extends SessionFacts {
  /** The SHA-256 of the token, in lower-case hexadecimal. It is of no use as a token. */
  id: string
  userId: string
  expires: Date
}

/** A stored authenticator: one passkey or security key of a user. */
export interface AdapterAuthenticator {
  /** In base64 with padding. */
  credentialID: string
  userId: string
  providerAccountId: string
  /** The COSE key in base64 with padding. */
  credentialPublicKey: string
  counter: number
  credentialDeviceType: string
  credentialBackedUp: boolean
  /** Separated by commas. */
  transports?: string | null | undefined
  /** What the user calls it. */
  name?: string | null | undefined
}

/** Names an account: the provider's id and the provider's id of the person. */
export interface AccountKey {
  provider: string
  providerAccountId: string
}

/** Options of an adapter's `cleanup`. */
export interface CleanupOptions {
  /**
   * How many rows one statement may delete, so that others need not wait for a long one. All that is due is
   * deleted, in as many statements as it takes. Default: 1000.
   */
  batch?: number
}

/** How many rows an adapter's `cleanup` deleted. */
export interface CleanupResult {
  sessions: number
  verificationTokens: number
}

/**
 * What Authwright requires of a database. Every method is optional here; which ones are needed depends
 * on the session strategy and the providers, and the builder says so.
 *
 * The methods up to `updateAuthenticatorCounter` have the arguments and results of the Auth.js ecosystem, so its adapters work as they
 * are. Those for managing sessions, accounts and passkeys, `updateAccountIf` and `inTransaction` are additions.
 */
export interface Adapter<out StoredUser extends AdapterUser = AdapterUser> {
  createUser?(user: NewUser): Awaitable<StoredUser>
  getUser?(id: string): Awaitable<StoredUser | null>
  getUserByEmail?(email: string): Awaitable<StoredUser | null>
  getUserByAccount?(account: AccountKey): Awaitable<StoredUser | null>
  updateUser?(user: Partial<StoredUser> & { id: string }): Awaitable<StoredUser>
  /** Deletes the user with their sessions, accounts and passkeys. */
  deleteUser?(id: string): Awaitable<StoredUser | null | undefined | void>
  linkAccount?(account: AdapterAccount): Awaitable<AdapterAccount | null | undefined | void>
  unlinkAccount?(account: AccountKey): Awaitable<AdapterAccount | null | undefined | void>
  /** Updates what is stored of an account; fields that are left out stay as they are. */
  updateAccount?(account: AdapterAccount): Awaitable<AdapterAccount | null | undefined | void>
  /** The accounts of a user, in no order. */
  listAccountsByUserId?(userId: string): Awaitable<AdapterAccount[]>
  /**
   * Updates an account as `updateAccount` does, if the refresh token that is stored is `expected`. Says whether it did: of several
   * calls at once that expect the same one, one does.
   */
  updateAccountIf?(account: AdapterAccount, expected: string): Awaitable<boolean>
  createSession?(session: AdapterSession): Awaitable<AdapterSession>
  getSessionAndUser?(sessionToken: string): Awaitable<{ session: AdapterSession; user: StoredUser } | null>
  updateSession?(
    session: Partial<AdapterSession> & { sessionToken: string },
  ): Awaitable<AdapterSession | null | undefined>
  /**
   * Deletes a session and returns it, or nothing. In an adapter with `deleteSessionById`, `null` means that there was no such session: of
   * several calls at once for one session, the first returns it and the others return `null`.
   */
  deleteSession?(sessionToken: string): Awaitable<AdapterSession | null | undefined | void>
  createVerificationToken?(token: VerificationToken): Awaitable<VerificationToken | null | undefined>
  /** Returns the token and deletes it, in one atomic step. */
  useVerificationToken?(token: { identifier: string; token: string }): Awaitable<VerificationToken | null>
  getAccount?(providerAccountId: string, provider: string): Awaitable<AdapterAccount | null>
  createAuthenticator?(authenticator: AdapterAuthenticator): Awaitable<AdapterAuthenticator>
  getAuthenticator?(credentialID: string): Awaitable<AdapterAuthenticator | null>
  listAuthenticatorsByUserId?(userId: string): Awaitable<AdapterAuthenticator[]>
  updateAuthenticatorCounter?(credentialID: string, counter: number): Awaitable<AdapterAuthenticator>
  /** Stores what the user calls an authenticator; `null` for no name. Rejects where it cannot. */
  updateAuthenticatorName?(credentialID: string, name: string | null): Awaitable<AdapterAuthenticator>
  /** Deletes an authenticator and returns it; `null` where there is none. */
  deleteAuthenticator?(credentialID: string): Awaitable<AdapterAuthenticator | null | undefined | void>
  /** The sessions of a user; expired ones may be among them. */
  listSessionsByUserId?(userId: string): Awaitable<AdapterSessionInfo[]>
  /** Deletes the session with this id. */
  deleteSessionById?(id: string): Awaitable<AdapterSessionInfo | null | undefined | void>
  /** Deletes every session of a user. */
  deleteSessionsByUserId?(userId: string): Awaitable<unknown>
  /** Deletes the accounts, authenticators and sessions of a user, and leaves the user. */
  deleteLoginsByUserId?(userId: string): Awaitable<unknown>
  /**
   * Deletes the sessions and verification tokens that have expired. Where several processes share the database, it deletes those that
   * expired more than a day ago: the clock of this process may be ahead of one that still reads them.
   */
  cleanup?(options?: CleanupOptions): Awaitable<CleanupResult>
  /**
   * Does work in one transaction. What the work stores through the adapter that it is given is stored as a whole, or, where
   * the work throws, not at all; what it throws is thrown.
   */
  inTransaction?<Result>(work: (adapter: Adapter<StoredUser>) => Promise<Result>): Promise<Result>
}

/** An adapter that chooses among libraries, and says which in the debug log. */
export interface Driven {
  /** The library that it works through, once it is used. */
  readonly '~driver'?: string | undefined
}

/** What an adapter can do besides the sign-in that every one is made for, and the methods that do it. */
export interface AdapterCapabilities {
  /** Stores new tokens of an account. */
  accountUpdate: 'updateAccount'
  /** Lists the accounts of a user, which `auth.tokens` and `auth.accounts` require. */
  accountListing: 'listAccountsByUserId'
  /** Lets processes without a shared store refresh the tokens of an account one at a time. */
  accountLeases: 'updateAccountIf'
  /** Renames and deletes passkeys, which `auth.passkeys` requires. */
  passkeyManagement: 'listAuthenticatorsByUserId' | 'updateAuthenticatorName' | 'deleteAuthenticator'
  /** Deletes a user with all that is theirs. */
  userDeletion: 'deleteUser'
  /** Takes from a user every way to be signed in, so that only who owns the address gets in again, by mail. */
  loginRemoval: 'deleteLoginsByUserId'
  /** Deletes what has expired. */
  expiredRowDeletion: 'cleanup'
  /** Stores several things as a whole, or none of them. */
  transactions: 'inTransaction'
  /** Lists and ends sessions without their tokens. */
  sessionManagement: 'listSessionsByUserId' | 'deleteSessionById' | 'deleteSessionsByUserId'
}

/**
 * An adapter with a capability. A function that requires it takes every adapter that has it, and the compiler
 * refuses the others by the name of the method that they lack.
 *
 * @example
 * ```ts
 * import type { AdapterWith } from 'authwright'
 *
 * export function sweepDaily(adapter: AdapterWith<'expiredRowDeletion'>) {
 *   setInterval(() => void adapter.cleanup({ batch: 500 }), 86_400_000).unref()
 * }
 * ```
 */
export type AdapterWith<Capability extends keyof AdapterCapabilities> = {
  [Method in AdapterCapabilities[Capability]]: NonNullable<Adapter[Method]>
}

/** A sign-in link that was sent and not used yet. */
export interface VerificationToken {
  /** The e-mail address it was sent to. */
  identifier: string
  /** A hash of what the link carries. */
  token: string
  expires: Date
}
