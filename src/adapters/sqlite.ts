import { reachOf } from '#reach'
import { declareColumns, type UserColumns, type UserFields } from './sql/user-columns.js'
import type { OwnedSqliteClient, SqliteClient } from './sqlite/client.js'
import { createSqliteAdapter, type SqliteAdapter } from './sqlite/create-adapter.js'
import { openFile } from './sqlite/open-file.js'
import type { StoreSource } from './sqlite/store.js'

export type { CompleteAdapter } from './complete-adapter.js'
export type { SessionManagement } from './session-management.js'
export type {
  ColumnValue,
  ColumnValues,
  UserColumn,
  UserColumnOptions,
  UserColumns,
  UserColumnType,
  UserFields,
} from './sql/user-columns.js'
export type { SqliteClient, SqliteResult, SqliteRow, SqliteStatement, SqliteValue } from './sqlite/client.js'
export type { SqliteAdapter } from './sqlite/create-adapter.js'

/** Options of {@link sqlite}. */
export interface SqliteOptions<Declared extends UserColumns = {}> {
  /**
   * Columns of your own in the table of users: a type (`'text'`, `'integer'`, `'real'`,
   * `'boolean'`, `'date'`), or an object with the type, the `values` that text may have, and a
   * `default`. Without a default a column is `null` for users for whom no value is given.
   */
  user?: Declared
}

/** Options of {@link sqlite} that name the file. */
export interface SqliteFileOptions<Declared extends UserColumns = {}> extends SqliteOptions<Declared> {
  /** A path, from the working directory if it is relative, or `':memory:'`. */
  file: string
}

/** Options of {@link sqlite} that give a client. */
export interface SqliteClientOptions<Declared extends UserColumns = {}> extends SqliteOptions<Declared> {
  /** A client of `@libsql/client`, or anything with its `execute` and `batch`. It stays yours to close. */
  client: SqliteClient
}

/**
 * An adapter that keeps everything in a file, with no server to run.
 *
 * The file is opened and its tables are made when the adapter is first used, not when it is made,
 * so an application can be built where the file is not. The folder must be there. The driver is
 * `@libsql/client` if it is installed, or else the SQLite of Node.js 22.13 and later.
 *
 * Session tokens are stored as SHA-256 hashes, so the file holds no usable session. Identifiers and
 * addresses are compared byte by byte. Fields of a user for which there is no column are not
 * stored. Expired sessions and verification tokens are removed from time to time.
 *
 * A statement that meets a locked file waits up to 2 seconds.
 *
 * @param file - A path, from the working directory if it is relative, or `':memory:'`.
 * @param options - `user`: columns of your own.
 * @throws {AdapterError} If a column of the option `user` has a name or a default that cannot be
 * used. Its methods reject with an `AdapterError` if no driver is installed, if the file cannot be
 * opened, read or written, or if a row is refused.
 *
 * @example
 * ```ts
 * import { sqlite } from 'authwright/adapters/sqlite'
 *
 * export const adapter = sqlite('auth.db', {
 *   user: {
 *     role: { type: 'text', values: ['member', 'admin'], default: 'member' },
 *     phone: 'text',
 *   },
 * })
 * ```
 */
export function sqlite<const Declared extends UserColumns = {}>(
  file: string,
  options?: SqliteOptions<Declared>,
): SqliteAdapter<UserFields<Declared>>
/**
 * An adapter that keeps everything in a file, or behind a client of your own.
 *
 * @param options - `file` or `client`; `user`: columns of your own.
 *
 * @example
 * ```ts
 * import { createClient } from '@libsql/client'
 * import { sqlite } from 'authwright/adapters/sqlite'
 *
 * export const adapter = sqlite({ client: createClient({ url: 'file:auth.db' }) })
 * ```
 */
export function sqlite<const Declared extends UserColumns = {}>(
  options: SqliteFileOptions<Declared> | SqliteClientOptions<Declared>,
): SqliteAdapter<UserFields<Declared>>
export function sqlite<const Declared extends UserColumns = {}>(
  database: string | SqliteFileOptions<Declared> | SqliteClientOptions<Declared>,
  options: SqliteOptions<Declared> = {},
): SqliteAdapter<UserFields<Declared>> {
  const named = typeof database === 'string' ? { ...options, file: database } : database
  const columns = declareColumns('sqlite', named.user ?? {})
  // A client may connect to a server over HTTP, which only the client can reach.
  const reach = 'client' in named ? {} : reachOf('sqlite()')
  return Object.assign(createSqliteAdapter<UserFields<Declared>>({ ...source(named), columns }), reach)
}

function source(database: SqliteFileOptions | SqliteClientOptions): Omit<StoreSource, 'columns'> {
  if ('client' in database) {
    return { place: 'The database', open: async () => borrow(database.client) }
  }
  const { file } = database
  return { place: `The database file "${file}"`, open: () => openFile(file) }
}

function borrow(client: SqliteClient): OwnedSqliteClient {
  return {
    execute: (statement) => client.execute(statement),
    batch: (statements, mode) => client.batch(statements, mode),
    close: () => undefined,
  }
}
