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
  /** Gives the connection back; an error as argument ends it instead. */
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

/** A pool that the adapter opened, and so ends. */
export interface OwnedPgPool extends PgPool {
  end(): Promise<void>
}
