/** The part of a Drizzle database that the adapter uses. Every database of `drizzle-orm` fits, whatever its driver. */
export interface DrizzleDatabase {
  select(fields: never): unknown
  insert(table: never): unknown
  update(table: never): unknown
  delete(table: never): unknown
}

/** A table of Drizzle: what its rows are when they are read. */
export interface DrizzleTable {
  readonly $inferSelect: object
}

/** The tables of the application in which the adapter stores users. */
export interface DrizzleTables {
  readonly users: DrizzleTable
  readonly accounts: DrizzleTable
  /** Needed for strategy `'database'`. */
  readonly sessions?: DrizzleTable
  /** Needed for e-mail providers. */
  readonly verificationTokens?: DrizzleTable
  /** Needed for WebAuthn providers. */
  readonly authenticators?: DrizzleTable
}
