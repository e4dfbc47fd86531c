/** A row by the names of its columns. */
export interface PgRow {
  readonly [column: string]: unknown
}

/** The result of a statement. */
export interface PgResult {
  readonly rows: readonly PgRow[]
}

/** A statement that a connection keeps prepared under its name. */
export interface PgNamedStatement {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

/** Runs one statement at a time. */
export interface PgConnection {
  query(sql: string, values?: unknown[]): Promise<PgResult>
  /** Returns the connection to the pool; an error as argument ends it instead. */
  release(error?: Error | boolean): void
  /** Reports a lost connection, also between two statements. */
  on?(event: 'error', listener: (error: Error) => void): unknown
  removeListener?(event: 'error', listener: (error: Error) => void): unknown
}

/**
 * The part of a pool of `pg` that the adapter uses.
 *
 * On Node.js, concurrent session reads become one statement: `query` cannot choose a database by the
 * request that it is called in. A configuration of the request, `createAuth((request) => …)`, can.
 *
 * @see https://node-postgres.com/apis/pool
 */
export interface PgPool {
  query(sql: string | PgNamedStatement, values?: unknown[]): Promise<PgResult>
  connect(): Promise<PgConnection>
}

/**
 * What runs statements each by itself, as drivers over HTTP do: there is no transaction, and nothing of a statement lasts until the next.
 *
 * The values are strings, numbers, booleans, dates, arrays of strings, and `null`; as JSON they mean the same.
 *
 * On Node.js, concurrent session reads become one statement, which runs in the context of the first: `query` cannot choose a database
 * by the request that it is called in. A configuration of the request, `createAuth((request) => …)`, can.
 */
export interface PgQuery {
  /**
   * Runs one statement. An error keeps the `code` and the `constraint` of PostgreSQL's, by which the adapter knows an address that is taken.
   */
  query(text: string, values: unknown[]): Promise<PgResult>
  /** What has it is a {@link PgPool}. */
  readonly connect?: never
}

/** A pool that the adapter opened, and so ends. */
export interface OwnedPgPool extends PgPool {
  end(): Promise<void>
}
