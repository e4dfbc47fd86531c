/** A value in a statement. */
export type SqliteValue = string | number | null

/** A statement with its values in the order of its question marks. */
export interface SqliteStatement {
  /** The SQL, with a question mark for each value. */
  sql: string
  /** The values, in the order of the question marks. */
  args: SqliteValue[]
}

/** A row: values by column name. */
export interface SqliteRow {
  /** The value of a column, as the library converts it. */
  readonly [column: string]: unknown
}

/** The result of a statement. */
export interface SqliteResult {
  /** The rows that a query or a `RETURNING` clause returns; empty for other statements. */
  readonly rows: readonly SqliteRow[]
}

/**
 * The part of a libSQL client that the adapter uses. A client of `@libsql/client` can be used, for a file, for memory
 * or for a server.
 *
 * @see https://docs.turso.tech/sdk/ts/reference
 */
export interface SqliteClient {
  /** Runs one statement. */
  execute(statement: SqliteStatement): Promise<SqliteResult>
  /** Runs the statements in one transaction: all of them or none. */
  batch(statements: SqliteStatement[], mode: 'write'): Promise<readonly SqliteResult[]>
}

/**
 * The part of a synchronous database that the adapter uses. A database of `better-sqlite3`, `node:sqlite` or `bun:sqlite` can be used.
 *
 * @see https://github.com/WiseLibs/better-sqlite3/blob/master/docs/api.md
 * @see https://nodejs.org/api/sqlite.html
 * @see https://bun.com/docs/api/sqlite
 */
export interface SqliteDatabase {
  /** Runs SQL without values, such as `BEGIN IMMEDIATE`. */
  exec(sql: string): unknown
  /** A prepared statement with `all` and `run`. */
  prepare(sql: string): object
}

/**
 * The part of a database of Cloudflare D1 that the adapter uses. The binding of a worker can be used, such as `env.DB`.
 *
 * @see https://developers.cloudflare.com/d1/worker-api/d1-database/
 */
export interface SqliteD1Database {
  /** Prepares a statement. `bind` sets its values. */
  prepare(sql: string): SqliteD1Statement
  /** Runs the statements in one transaction: all of them or none. */
  batch(statements: never[]): Promise<readonly { readonly results: readonly unknown[] }[]>
}

/** A statement of a {@link SqliteD1Database}. */
export interface SqliteD1Statement {
  /** Returns the statement with its values, in the order of the question marks. */
  bind(...args: SqliteValue[]): SqliteD1Statement
  /** Runs the statement and returns its rows. */
  all(): Promise<{ readonly results: readonly unknown[] }>
}

/** A database for {@link sqlite}: a libSQL client, a synchronous database, or a D1 binding. */
export type SqliteHandle = SqliteClient | SqliteDatabase | SqliteD1Database

export interface OwnedSqliteClient extends SqliteClient {
  close(): void
  readonly driver?: string
}

export type OpenFile = (file: string) => OwnedSqliteClient
