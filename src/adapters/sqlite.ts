import { reachOf } from '#reach'
import { AdapterError } from '../errors.js'
import { checkArguments } from './check-arguments.js'
import { declareColumns, type UserColumns, type UserFields } from './sql/user-columns.js'
import type { SqliteHandle } from './sqlite/client.js'
import { createSqliteAdapter, type SqliteAdapter } from './sqlite/create-adapter.js'
import { d1Client } from './sqlite/d1.js'
import { openFile } from './sqlite/open-file.js'
import type { StoreSource } from './sqlite/store.js'
import { synchronousClient } from './sqlite/synchronous.js'

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
export type {
  SqliteClient,
  SqliteD1Database,
  SqliteD1Statement,
  SqliteDatabase,
  SqliteHandle,
  SqliteResult,
  SqliteRow,
  SqliteStatement,
  SqliteValue,
} from './sqlite/client.js'
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
  /** As the first argument of {@link sqlite}. It stays yours to close. */
  client: SqliteHandle
}

/**
 * An adapter that keeps everything in a file, with no server to run; behind a libSQL client; or in Cloudflare D1.
 *
 * A file is opened and its tables are made when the adapter is first used, not when it is made,
 * so an application can be built where the file is not. The folder must be there. The driver is the
 * first that is installed: `better-sqlite3`, the SQLite of Bun, the SQLite of Node.js 22.13 and later,
 * `@libsql/client`. The debug log names it.
 *
 * Session tokens are stored as SHA-256 hashes, so the file holds no usable session. Identifiers and
 * addresses are compared byte by byte. Fields of a user for which there is no column are not
 * stored. Expired sessions and verification tokens are removed from time to time.
 *
 * A statement that meets a locked file waits up to 2 seconds. A database that you opened keeps its own settings.
 *
 * @param database - A path, from the working directory if it is relative, or `':memory:'`. Or what you opened yourself, which stays
 * yours to close: a database of `better-sqlite3`, `node:sqlite` or `bun:sqlite`, a client of `@libsql/client`, or the binding of a
 * database of Cloudflare D1. Keep no transaction of your own open across an `await` on a synchronous database: statements of
 * the adapter would be part of it.
 * @param options - `user`: columns of your own.
 * @throws {AdapterError} If it is given none of these, or if a column of the option `user` has a name or a default that cannot be
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
  database: string | SqliteHandle,
  options?: SqliteOptions<Declared>,
): SqliteAdapter<UserFields<Declared>>
/**
 * An adapter that keeps everything in SQLite, with one object for all.
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
  database: string | SqliteHandle | SqliteFileOptions<Declared> | SqliteClientOptions<Declared>,
  options: SqliteOptions<Declared> = {},
): SqliteAdapter<UserFields<Declared>> {
  const named = isOptions(database) ? database : { ...options, ...placeOf(database) }
  // biome-ignore lint/complexity/noArguments: what JavaScript gives beside the parameters is refused.
  checkArguments('sqlite(database, options)', arguments.length, options, ['user'])
  const columns = declareColumns('sqlite', named.user ?? {})
  if ('file' in named) {
    const { file } = named
    if (typeof file !== 'string') throw notADatabase(file)
    const source = { place: `The database file "${file}"`, open: () => openFile(file) }
    return Object.assign(
      createSqliteAdapter<UserFields<Declared>>({ ...source, columns }),
      reachOf('sqlite()'),
    )
  }
  // A client may connect to a server over HTTP, which only the client can reach.
  return createSqliteAdapter<UserFields<Declared>>({ ...borrowed(named.client), columns })
}

function isOptions<Options extends SqliteFileOptions | SqliteClientOptions>(
  value: string | SqliteHandle | Options,
): value is Options {
  if (typeof value !== 'object' || value === null || isHandle(value)) return false
  return 'file' in value || 'client' in value
}

function isHandle(value: object): value is SqliteHandle {
  const { execute, prepare } = value as { execute?: unknown; prepare?: unknown }
  return typeof execute === 'function' || typeof prepare === 'function'
}

function placeOf(database: string | SqliteHandle): { file: string } | { client: SqliteHandle } {
  return typeof database === 'string' ? { file: database } : { client: database }
}

/** A database that the application opened, and closes. */
function borrowed(handle: SqliteHandle): Omit<StoreSource, 'columns'> {
  if (typeof handle !== 'object' || handle === null || !isHandle(handle)) throw notADatabase(handle)
  const place = 'The database'
  if ('execute' in handle) {
    const client = {
      execute: handle.execute.bind(handle),
      batch: handle.batch.bind(handle),
      close: () => undefined,
    }
    return { place, open: async () => client }
  }
  const isD1 = 'batch' in handle
  const client = { ...(isD1 ? d1Client(handle) : synchronousClient(handle)), close: () => undefined }
  return { place, open: async () => client, apart: isD1 }
}

function notADatabase(value: unknown): AdapterError {
  return new AdapterError(
    `sqlite() was given ${value === null ? 'null' : typeof value}: give it a path, a database of better-sqlite3, node:sqlite or ` +
      'bun:sqlite, a client of @libsql/client, or the binding of a D1 database (env.DB, named in the configuration of Wrangler).',
  )
}
