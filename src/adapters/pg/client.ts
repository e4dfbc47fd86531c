/** A row: values by column name. */
export interface PgRow {
  /** The value of a column, as the driver converts it. */
  readonly [column: string]: unknown
}

/** The result of a statement. */
export interface PgResult {
  /** The rows that a query or a `RETURNING` clause returns; empty for other statements. */
  readonly rows: readonly PgRow[]
}

/** A statement that a connection keeps prepared under its name. */
export interface PgNamedStatement {
  /** The name, which is unique per SQL string. PostgreSQL limits it to 63 bytes. */
  readonly name: string
  /** The SQL, with the parameters `$1`, `$2` and so on. */
  readonly text: string
  /** The values of the parameters, in the order of their numbers. */
  readonly values: unknown[]
}

/** Runs one statement at a time. */
export interface PgConnection {
  /** Runs a statement whose parameters are `$1`, `$2` and so on. Rejects with the error of PostgreSQL. */
  query(sql: string, values?: unknown[]): Promise<PgResult>
  /**
   * Returns the connection to the pool. If it receives an error or `true`, it closes the connection instead.
   */
  release(error?: Error | boolean): void
  /** Adds a listener for a lost connection. */
  on?(event: 'error', listener: (error: Error) => void): unknown
  /** Removes a listener that `on` added. */
  removeListener?(event: 'error', listener: (error: Error) => void): unknown
}

/**
 * The part of a pool of `pg` that the adapter uses. On Node.js, concurrent session reads are batched into one
 * statement, so `query` cannot choose a database by the current request. Use a configuration that depends on the
 * request instead: `createAuth((request) => …)`.
 *
 * @see https://node-postgres.com/apis/pool
 */
export interface PgPool {
  /** Runs one statement on any free connection. */
  query(sql: string | PgNamedStatement, values?: unknown[]): Promise<PgResult>
  /** Takes a connection out of the pool, for a transaction. `release` returns it. */
  connect(): Promise<PgConnection>
}

/**
 * A stateless driver, such as one over HTTP: each statement may use another connection, and there are no
 * transactions. On Node.js, concurrent session reads are batched into one statement, so `query` cannot choose a
 * database by the current request. Use a configuration that depends on the request instead:
 * `createAuth((request) => …)`.
 */
export interface PgQuery {
  /**
   * Runs one statement. The values can be sent as JSON. An error must have the `code` and the `constraint` of the
   * PostgreSQL error.
   */
  query(text: string, values: unknown[]): Promise<PgResult>
  /** Never set, because an object with `connect` is treated as a {@link PgPool}. */
  readonly connect?: never
}

export interface OwnedPgPool extends PgPool {
  end(): Promise<void>
}
