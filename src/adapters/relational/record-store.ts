import type { AccountKey } from '../contract.js'

/** The tables of a relational adapter. */
export type TableName =
  | 'users'
  | 'accounts'
  | 'sessions'
  | 'verificationTokens'
  | 'authenticators'
  | 'passwords'

/** The tables whose rows belong to a user. */
export type OwnedTable = 'accounts' | 'sessions' | 'authenticators' | 'passwords'

/**
 * The tables whose rows belong to a user, in the order of deletion. Sessions are deleted last, because a request with a
 * session could add rows to a table that was already emptied.
 */
export const ownedTables: readonly OwnedTable[] = ['authenticators', 'passwords', 'accounts', 'sessions']

/** Whether the rows of a table belong to a user. The field `userId` does not show this, because the application may add it to users. */
export function isOwned(table: TableName): table is OwnedTable {
  return (ownedTables as readonly TableName[]).includes(table)
}

/** The tables whose rows expire. */
export type ExpiringTable = 'sessions' | 'verificationTokens'

/** All tables whose rows expire. */
export const expiringTables: readonly ExpiringTable[] = ['sessions', 'verificationTokens']

/** Whether the rows of a table expire. The field `expires` does not show this, because the application may add it to users. */
export function isExpiring(table: TableName): table is ExpiringTable {
  return (expiringTables as readonly TableName[]).includes(table)
}

/** Values by the names of the contract's fields. */
export type Fields = Readonly<Record<string, unknown>>

/** A row, and the row of the user it belongs to. */
export interface OwnedRow {
  readonly row: Fields
  readonly user: Fields
}

/**
 * The operations that a relational adapter needs from its library. Rows have the field names of the adapter
 * contract. Dates are `Date` objects, both when they are stored and when they are read.
 *
 * If a row violates a constraint, the operation rejects with an `AdapterError` that says what to do.
 */
export interface RecordStore {
  /** `true` if keys match only equal strings. Absent if columns may have a collation that ignores case. */
  readonly comparesExactly?: true
  /** Stores a row and returns the stored row. Fields that the table has no column for are left out. */
  insert(table: TableName, fields: Fields): Promise<Fields>
  /** Returns the rows whose columns have these values. */
  find(table: TableName, key: Fields): Promise<readonly Fields[]>
  /** Returns at most `limit` users in the order of their ids, starting after the id `after`. */
  usersAfter(after: string | undefined, limit: number): Promise<readonly Fields[]>
  /** Changes the row with this key and returns it, or `undefined` if there is none. There is at least one change. */
  update(table: TableName, changes: Fields, key: Fields): Promise<Fields | undefined>
  /** Changes the row with this key in one atomic step and returns whether it existed. The changes may include columns of the key. */
  updateIf(table: TableName, changes: Fields, key: Fields): Promise<boolean>
  /** Deletes the row with this key and returns it. Of several concurrent calls, only one gets the row. */
  remove(table: TableName, key: Fields): Promise<Fields | undefined>
  /** Deletes all rows of a user, and returns their number. */
  removeOwned(table: OwnedTable, userId: string): Promise<number>
  /** Returns an account and its user. */
  accountWithUser(key: AccountKey): Promise<OwnedRow | undefined>
  /**
   * Returns a session and its user. Uses one query if possible, because every request with a session calls this
   * method.
   */
  sessionWithUser(key: { sessionToken: string }): Promise<OwnedRow | undefined>
  /**
   * Deletes a user and all rows that belong to the user. Returns the user. If the storage cannot do this
   * atomically, a repeated call deletes the rows that remain after an interruption.
   */
  removeUser(id: string): Promise<Fields | undefined>
  /** Deletes at most `limit` rows that have expired at `now`, and returns their number. */
  removeExpired(table: ExpiringTable, now: Date, limit: number): Promise<number>
  /**
   * Calls `work` in a transaction, with a store for it. Absent if the library or its driver does not support
   * transactions.
   */
  transaction?<Result>(work: (inside: RecordStore) => Promise<Result>): Promise<Result>
}
