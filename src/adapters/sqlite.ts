import { reachOf } from '#reach'
import { AdapterError } from '../errors.js'
import { checkArguments, refuseBoth } from './check-arguments.js'
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
  /** Your own columns in the table of users. Without a default, a column is `null` for users without a value. */
  user?: Declared
}

/** Options of {@link sqlite} with the name of a file. */
export interface SqliteFileOptions<Declared extends UserColumns = {}> extends SqliteOptions<Declared> {
  /** A path (relative to the working directory), or `':memory:'`. */
  file: string | undefined
}

/** Options of {@link sqlite} with a client. */
export interface SqliteClientOptions<Declared extends UserColumns = {}> extends SqliteOptions<Declared> {
  /** An open database, a client of `@libsql/client`, or a D1 binding. The application closes it. */
  client: SqliteHandle
}

/**
 * Stores everything in an SQLite file, in a libSQL database, or in Cloudflare D1.
 *
 * A file is opened, and its tables are created, on the first use of the adapter, so an application can be built where
 * the file does not exist. The folder of the file must exist. The driver is the first of the following that is
 * available: `better-sqlite3`, the SQLite of Bun, the SQLite of Node.js 22.13 and newer, `@libsql/client`.
 *
 * Session tokens are stored as SHA-256 hashes, so the file contains no usable session. User fields that
 * have no column are not stored. Expired sessions and verification tokens are deleted from time to time.
 *
 * @param database - A path (relative to the working directory), `':memory:'`, or an open database that you close
 *   yourself: a database of `better-sqlite3`, `node:sqlite` or `bun:sqlite`, a client of `@libsql/client`, or a D1
 *   binding. `undefined` and an empty path are reported at the first use, so that an application can be built without
 *   the environment variable. On a synchronous database, do not keep your own transaction open across an `await`:
 *   statements of the adapter would become part of it.
 * @param options - `user`: your own columns.
 * @throws {AdapterError} If `database` is none of these, or if a column of the option `user` has a name or a default that cannot be used.
 *   The methods reject with an `AdapterError` if no driver is installed, if the file cannot be opened, read or written, or if a row is
 *   rejected.
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
  database: string | SqliteHandle | undefined,
  options?: SqliteOptions<Declared>,
): SqliteAdapter<UserFields<Declared>>
/**
 * The overload with all options in one object.
 *
 * @param options - `file` or `client`; `user`: your own columns.
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
  database: string | SqliteHandle | SqliteFileOptions<Declared> | SqliteClientOptions<Declared> | undefined,
  options: SqliteOptions<Declared> = {},
): SqliteAdapter<UserFields<Declared>> {
  // biome-ignore lint/complexity/noArguments: rejects extra arguments from plain JavaScript.
  const count = arguments.length
  if (isOptions(database)) {
    checkArguments('sqlite(options)', count, database, ['file', 'client', 'user'])
    refuseBoth('sqlite', database, ['file', 'client'])
    return createFrom(database)
  }
  checkArguments('sqlite(database, options)', count, options, ['user'])
  const isFile = typeof database === 'string' || database === undefined
  return createFrom(isFile ? { ...options, file: database } : { ...options, client: database })
}

function createFrom<Declared extends UserColumns>(
  options: SqliteFileOptions<Declared> | SqliteClientOptions<Declared>,
): SqliteAdapter<UserFields<Declared>> {
  const columns = declareColumns('sqlite', options.user ?? {})
  if ('file' in options) {
    const { file } = options
    if (file !== undefined && typeof file !== 'string') throw notADatabase(file)
    const adapter = createSqliteAdapter<UserFields<Declared>>({
      place: `The database file "${file}"`,
      open: () => (file ? openFile(file) : Promise.reject(withoutFile())),
      columns,
    })
    return Object.assign(adapter, reachOf('sqlite()'))
  }
  // `reachOf` is not called here, because a client may connect to a server over HTTP, which works in the edge runtime.
  return createSqliteAdapter<UserFields<Declared>>({ ...borrowed(options.client), columns })
}

function isOptions<Options extends SqliteFileOptions | SqliteClientOptions>(
  value: string | SqliteHandle | Options | undefined,
): value is Options {
  if (typeof value !== 'object' || value === null || isHandle(value)) return false
  return 'file' in value || 'client' in value
}

function isHandle(value: object): value is SqliteHandle {
  const { execute, prepare } = value as { execute?: unknown; prepare?: unknown }
  return typeof execute === 'function' || typeof prepare === 'function'
}

/** The error for an empty path, with which SQLite would open a temporary database and lose its data. */
function withoutFile(): AdapterError {
  return new AdapterError(
    'sqlite() received no path. Set the environment variable that contains it, for example to ./auth.db.',
  )
}

function borrowed(handle: SqliteHandle): Omit<StoreSource, 'columns'> {
  if (typeof handle !== 'object' || handle === null || !isHandle(handle)) throw notADatabase(handle)
  const place = 'The database'
  if ('execute' in handle) {
    const client = {
      execute: handle.execute.bind(handle),
      batch: handle.batch.bind(handle),
      close: () => undefined,
    }
    return { place, open: async () => client, preparesPerRequest: true }
  }
  const isD1 = 'batch' in handle
  const client = { ...(isD1 ? d1Client(handle) : synchronousClient(handle)), close: () => undefined }
  return { place, open: async () => client, preparesPerRequest: isD1 }
}

function notADatabase(value: unknown): AdapterError {
  return new AdapterError(
    `sqlite() received ${value === null ? 'null' : typeof value}. Pass a path, a database of better-sqlite3, node:sqlite or ` +
      'bun:sqlite, a client of @libsql/client, or the binding of a D1 database (env.DB, named in the configuration of Wrangler).',
  )
}
