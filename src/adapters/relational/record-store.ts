import type { AccountKey } from '../contract.js'

/** The tables of a relational adapter. */
export type TableName =
  | 'users'
  | 'accounts'
  | 'sessions'
  | 'verificationTokens'
  | 'authenticators'
  | 'passwords'

export type OwnedTable = 'accounts' | 'sessions' | 'authenticators' | 'passwords'

/** Sessions are deleted last, because a request with a session could add rows to a table that was already emptied. */
export const ownedTables: readonly OwnedTable[] = ['authenticators', 'passwords', 'accounts', 'sessions']

/**
 * Whether the rows of a table belong to users. Compares the name of the table, because the application may add a column
 * `userId` to the table of users.
 */
export function isOwned(table: TableName): table is OwnedTable {
  return (ownedTables as readonly TableName[]).includes(table)
}

export type ExpiringTable = 'sessions' | 'verificationTokens'

export const expiringTables: readonly ExpiringTable[] = ['sessions', 'verificationTokens']

/**
 * Whether the rows of a table expire. Compares the name of the table, because the application may add a column `expires`
 * to the table of users.
 */
export function isExpiring(table: TableName): table is ExpiringTable {
  return (expiringTables as readonly TableName[]).includes(table)
}

/** Values, by the field names of the adapter contract. */
export type Fields = Readonly<Record<string, unknown>>

export interface OwnedRow {
  readonly row: Fields
  readonly user: Fields
}

/**
 * Rows have the field names of the adapter contract. Dates are `Date` objects, both when they are stored and when
 * they are read.
 */
export interface RecordStore {
  /** `true` if keys match only equal strings. Absent if columns may have a collation that ignores case. */
  readonly comparesExactly?: true
  /** Fields that the table has no column for are left out. */
  insert(table: TableName, fields: Fields): Promise<Fields>
  find(table: TableName, key: Fields): Promise<readonly Fields[]>
  usersAfter(after: string | undefined, limit: number): Promise<readonly Fields[]>
  /** Changes the row with this key and returns it, or `undefined` if there is none. `changes` is not empty. */
  update(table: TableName, changes: Fields, key: Fields): Promise<Fields | undefined>
  /** Changes the row with this key in one atomic step and returns whether it existed. The changes may include columns of the key. */
  updateIf(table: TableName, changes: Fields, key: Fields): Promise<boolean>
  /** Deletes the row with this key and returns it. Of several concurrent calls, only one gets the row. */
  remove(table: TableName, key: Fields): Promise<Fields | undefined>
  removeOwned(table: OwnedTable, userId: string): Promise<number>
  accountWithUser(key: AccountKey): Promise<OwnedRow | undefined>
  /** Uses one query if possible, because every request with a session calls this method. */
  sessionWithUser(key: { sessionToken: string }): Promise<OwnedRow | undefined>
  /**
   * Deletes a user and all rows that belong to the user. If the storage cannot do this atomically, a repeated call
   * deletes the rows that remain after an interruption.
   */
  removeUser(id: string): Promise<Fields | undefined>
  removeExpired(table: ExpiringTable, now: Date, limit: number): Promise<number>
  transaction?<Result>(work: (inside: RecordStore) => Promise<Result>): Promise<Result>
}
