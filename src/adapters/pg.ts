import { reachOf } from '#reach'
import type { Clocked } from '../model/health.js'
import { checkArguments } from './check-arguments.js'
import type { CompleteAdapter } from './complete-adapter.js'
import type { OwnedPgPool, PgPool } from './pg/client.js'
import { pgDialect } from './pg/dialect.js'
import { explainAt, locationOf } from './pg/faults.js'
import { openPool } from './pg/open-pool.js'
import { createStore, type Store } from './pg/store.js'
import { surviveIdleErrors } from './pool-errors.js'
import { explainRecords } from './relational/explain-records.js'
import type { RecordStore } from './relational/record-store.js'
import { relationalAdapter } from './relational/relational-adapter.js'
import { replicaReads } from './relational/replica-reads.js'
import { sqlRecordStore } from './sql/record-store.js'
import { declareColumns, type UserColumns, type UserFields } from './sql/user-columns.js'
import type { Transactional } from './transactional.js'

export type { Clocked } from '../model/health.js'
export type { CompleteAdapter } from './complete-adapter.js'
export type { PgConnection, PgNamedStatement, PgPool, PgResult, PgRow } from './pg/client.js'
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
export type { Transactional } from './transactional.js'

/** Options of {@link pg}. */
export interface PgOptions<Declared extends UserColumns = {}> {
  /**
   * Columns of your own in the table of users: a type (`'text'`, `'integer'`, `'real'`,
   * `'boolean'`, `'date'`), or an object with the type, the `values` that text may have, and a
   * `default`. Without a default a column is `null` for users for whom no value is given.
   */
  user?: Declared
  /**
   * A replica, as a connection URL or a pool: sessions are read from it. What this process has just written is read from the primary for ten
   * seconds, and so is a session that the replica does not have, or does not return. A session that another process has revoked is read
   * until the replica has caught up. Default: everything is read from the primary.
   */
  read?: string | PgPool
}

/** An adapter that keeps everything in PostgreSQL. `Fields` are the fields that columns of your own add to a user. */
export interface PgAdapter<Fields = {}>
  extends CompleteAdapter<Fields>,
    Clocked,
    Transactional<CompleteAdapter<Fields>> {
  /**
   * Ends the connections; the adapter cannot be used after that. A pool that you gave it stays open.
   * A process that ends need not call it.
   */
  close(): Promise<void>
}

/**
 * An adapter that stores everything in PostgreSQL, in its own tables, through `pg`.
 *
 * The database is connected to, and its tables are made or brought up to date, when the adapter is first
 * used. Where the role of the application must not change tables, make them beforehand with the output of
 * `npx authwright schema pg`.
 *
 * Session tokens are stored as SHA-256 hashes, so the database holds no usable session. Identifiers and
 * addresses are compared byte by byte. Fields of a user for which there is no column are not stored.
 * Expired sessions and verification tokens are removed from time to time.
 *
 * A session and its user are read with one prepared statement. On Node.js, those that are read in the same turn of the
 * event loop share it, so that many requests at once take one connection.
 *
 * @param database - A connection URL (`postgres://user:password@host:5432/name`), or a pool of `pg`, which
 * stays yours to end. A pool is best where the application has one. A pool without a listener for `error` gets one, because
 * the event would end the process when PostgreSQL restarts.
 * @param options - `user`: columns of your own.
 * @throws {AdapterError} If a column of the option `user` has a name or a default that cannot be used. Its
 * methods reject with an `AdapterError` if `pg` is not installed, if the server does not respond, or if a
 * row is refused.
 *
 * @example
 * ```ts
 * import { pg } from 'authwright/adapters/pg'
 * import { Pool } from 'pg'
 *
 * const pool = new Pool({ connectionString: process.env.DATABASE_URL })
 *
 * export const adapter = pg(pool, {
 *   user: {
 *     role: { type: 'text', values: ['member', 'admin'], default: 'member' },
 *     phone: 'text',
 *   },
 * })
 * ```
 *
 * @see https://node-postgres.com/apis/pool
 */
export function pg<const Declared extends UserColumns = {}>(
  database: string | PgPool,
  options: PgOptions<Declared> = {},
): PgAdapter<UserFields<Declared>> {
  checkArguments('pg(database, options)', 2, options, ['user', 'read'])
  const columns = declareColumns('pg', options.user ?? {})
  if (typeof database !== 'string') surviveIdleErrors(database)
  const open = async (): Promise<OwnedPgPool> =>
    typeof database === 'string' ? openPool(database) : borrow(database)
  const store = createStore(open, columns)
  const { read } = options
  if (read !== undefined && typeof read !== 'string') surviveIdleErrors(read)
  const replica =
    read === undefined
      ? undefined
      : createStore(async () => (typeof read === 'string' ? openPool(read) : borrow(read)), columns)
  const recordsOf = (from: Store): RecordStore => sqlRecordStore(from, pgDialect, columns)
  const records = explainRecords(
    replica ? replicaReads(recordsOf(store), recordsOf(replica)) : recordsOf(store),
    explainAt(locationOf(database)),
  )
  const adapter = relationalAdapter<UserFields<Declared>>(records, {
    sessionTokens: 'hashed',
    expired: 'swept',
  })
  // A pool may go by other ways than TCP: what it reaches is for it to say.
  const reach = typeof database === 'string' ? reachOf('pg()') : {}
  // A store of PostgreSQL has transactions.
  return Object.assign(adapter as PgAdapter<UserFields<Declared>>, reach, {
    close: async () => void (await Promise.all([store.close(), replica?.close()])),
    serverTime: async () => new Date(Number((await store.rows(SERVER_TIME))[0]?.['ms'])),
  })
}

/** The time of the server in milliseconds since 1970. */
const SERVER_TIME = { sql: 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000) AS ms', args: [] }

function borrow(pool: PgPool): OwnedPgPool {
  return {
    query: (statement, values) => pool.query(statement, values),
    connect: () => pool.connect(),
    end: async () => undefined,
  }
}
