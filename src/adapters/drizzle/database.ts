/** The part of a Drizzle database that the adapter uses. */
export interface DrizzleDatabase {
  /** Starts a `SELECT` of the given columns. */
  select(fields: never): unknown
  /** Starts an `INSERT` into a table. */
  insert(table: never): unknown
  /** Starts an `UPDATE` of a table. */
  update(table: never): unknown
  /** Starts a `DELETE` from a table. */
  delete(table: never): unknown
}

/** The part of a Drizzle table that types are inferred from. */
export interface DrizzleTable {
  /** Type only: a row that a query returns. */
  readonly $inferSelect: object
  /** Type only: a row to insert, in which columns with a default are optional. */
  readonly $inferInsert?: object
}

/** The application's tables. */
export interface DrizzleTables {
  /** The table of users. */
  readonly users: DrizzleTable
  /** The table of linked accounts. */
  readonly accounts: DrizzleTable
  /** Required for strategy `'database'`. */
  readonly sessions?: DrizzleTable
  /** Required for e-mail providers. */
  readonly verificationTokens?: DrizzleTable
  /** Required for WebAuthn providers. */
  readonly authenticators?: DrizzleTable
  /** Required for `password()`. */
  readonly passwords?: DrizzleTable
}
