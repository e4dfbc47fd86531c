/** A value that a statement is given. */
export type SqliteValue = string | number | null

/** A statement with its values in the order of its question marks. */
export interface SqliteStatement {
  sql: string
  args: SqliteValue[]
}

/** A row by the names of its columns. */
export interface SqliteRow {
  readonly [column: string]: unknown
}

/** The result of a statement. */
export interface SqliteResult {
  readonly rows: readonly SqliteRow[]
}

/**
 * The part of a libSQL client that the adapter uses. A client of `@libsql/client` fits, for a file,
 * for memory or for a server.
 *
 * @see https://docs.turso.tech/sdk/ts/reference
 */
export interface SqliteClient {
  execute(statement: SqliteStatement): Promise<SqliteResult>
  /** Runs the statements in one transaction: all of them or none. */
  batch(statements: SqliteStatement[], mode: 'write'): Promise<readonly SqliteResult[]>
}

/** A client that the adapter opened, and so closes. */
export interface OwnedSqliteClient extends SqliteClient {
  close(): void
}
