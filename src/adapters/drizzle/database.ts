/** The part of a Drizzle database that the adapter uses. Every database of `drizzle-orm` can be used, with any driver. */
export interface DrizzleDatabase {
  select(fields: never): unknown
  insert(table: never): unknown
  update(table: never): unknown
  delete(table: never): unknown
}

/** A Drizzle table: the type of its rows. */
export interface DrizzleTable {
  readonly $inferSelect: object
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
}
