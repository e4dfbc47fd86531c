import { reachOf } from '#reach'
import { AdapterError } from '../errors.js'
import type { Clocked } from '../model/health.js'
import { checkArguments } from './check-arguments.js'
import type { CompleteAdapter } from './complete-adapter.js'
import type { OwnedPgPool, PgPool, PgQuery } from './pg/client.js'
import { explainAt, hasEmptyUrl, locationOf } from './pg/database-errors.js'
import { pgDialect } from './pg/dialect.js'
import { exposedTables } from './pg/exposed-tables.js'
import { openPool, replacingIdleConnections } from './pg/open-pool.js'
import { createPgQueryStore } from './pg/query-store.js'
import { createPgStore, type PgStore } from './pg/store.js'
import { surviveIdleErrors } from './pool-errors.js'
import { asAdapterError, explainRecords } from './relational/explain-records.js'
import type { RecordStore } from './relational/record-store.js'
import { relationalAdapter } from './relational/relational-adapter.js'
import { replicaReads } from './relational/replica-reads.js'
import { sqlRecordStore } from './sql/record-store.js'
import {
  type DeclaredColumns,
  declareColumns,
  type UserColumns,
  type UserFields,
} from './sql/user-columns.js'
import type { Transactional } from './transactional.js'

export type { Clocked } from '../model/health.js'
export type { CompleteAdapter } from './complete-adapter.js'
export type { PgConnection, PgNamedStatement, PgPool, PgQuery, PgResult, PgRow } from './pg/client.js'
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
  /** Your own columns in the table of users. Without a default, a column is `null` for users without a value. */
  user?: Declared
  /**
   * A read replica for sessions, in the same forms as the first argument. Without this option, or with an empty string,
   * everything is read from the primary. A revoked session can stay valid until the replica has received the change.
   */
  read?: string | PgPool | PgQuery
}

/** An adapter for PostgreSQL without transactions. `Fields` are the fields of your own columns. */
export interface PgQueryAdapter<Fields = {}> extends CompleteAdapter<Fields>, Clocked {
  /** Closes the connections. The adapter cannot be used afterwards. A pool that you created stays open. */
  close(): Promise<void>
}

/** An adapter for PostgreSQL. `Fields` are the fields of your own columns. */
export interface PgAdapter<Fields = {}>
  extends PgQueryAdapter<Fields>,
    Transactional<CompleteAdapter<Fields>> {}

/**
 * Stores everything in PostgreSQL through a stateless driver, such as Neon's HTTP driver. It runs wherever the driver
 * does, including on the edge, and has no `inTransaction`.
 *
 * @param database - An object with `query(text, values)`, which returns `{ rows }`.
 * @param options - `user`: your own columns; `read`: a read replica.
 * @throws {AdapterError} If `database` is not such an object, or if a column of the option `user` has a name or a default that cannot be
 *   used. The methods reject with an `AdapterError` if the database does not respond or rejects a row.
 *
 * @example
 * ```ts
 * import { neon } from '@neondatabase/serverless'
 * import { pg } from 'authwright/adapters/pg'
 *
 * export const adapter = pg(neon(process.env.DATABASE_URL ?? '', { fullResults: true }))
 * ```
 *
 * @see https://neon.com/docs/serverless/serverless-driver
 */
export function pg<const Declared extends UserColumns = {}>(
  database: PgQuery,
  options?: PgOptions<Declared>,
): PgQueryAdapter<UserFields<Declared>>
/**
 * Stores everything in PostgreSQL, in its own tables, through the package `pg`.
 *
 * When the adapter is first used, it connects to the database, and creates or updates its tables. If the database role
 * of the application cannot change tables, create them with the output of `npx authwright schema pg`.
 *
 * Session tokens are stored as SHA-256 hashes, so the database contains no usable session. User fields that
 * have no column are not stored. Expired sessions and verification tokens are deleted from time to time.
 *
 * @param database - A connection URL (`postgres://user:password@host:5432/name`), or a pool of `pg`, which
 *   you close yourself. Pass the pool of the application if it has one. If the pool has no listener for `error`
 *   events, the adapter adds one, because a restart of PostgreSQL would otherwise end the process. `undefined` is
 *   reported at the first use, so that an application can be built without the environment variable.
 * @param options - `user`: your own columns; `read`: a read replica.
 * @throws {AdapterError} If `database` is neither a URL nor a pool, or if a column of the option `user` has a name or a default that cannot
 *   be used. The methods reject with an `AdapterError` if `pg` is not installed, or if the server does not respond or rejects a row.
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
  database: string | PgPool | undefined,
  options?: PgOptions<Declared>,
): PgAdapter<UserFields<Declared>>
export function pg<const Declared extends UserColumns = {}>(
  input: string | PgPool | PgQuery | undefined,
  options: PgOptions<Declared> = {},
): PgQueryAdapter<UserFields<Declared>> {
  // biome-ignore lint/complexity/noArguments: rejects extra arguments from plain JavaScript.
  checkArguments('pg(database, options)', arguments.length, options, ['user', 'read'])
  const database = input === undefined ? '' : input
  const columns = declareColumns('pg', options.user ?? {})
  const store = storeOf(database, columns)
  const { read = '' } = options
  // With an empty URL, the driver would connect to its default database.
  const replica = read === '' ? undefined : storeOf(read, columns)
  const recordsOf = (source: PgStore): RecordStore => sqlRecordStore(source, pgDialect, columns)
  const explain = explainAt(locationOf(database), hasEmptyUrl(database))
  const records = explainRecords(
    replica ? replicaReads(recordsOf(store), recordsOf(replica)) : recordsOf(store),
    explain,
  )
  const adapter = relationalAdapter<UserFields<Declared>>(records, {
    sessionTokens: 'hashed',
    expired: 'swept',
  })
  // A URL always needs TCP, which edge runtimes lack. A pool may connect in another way.
  const reach = typeof database === 'string' ? reachOf('pg()') : {}
  return Object.assign(adapter, reach, {
    close: async () => void (await Promise.all([store.close(), replica?.close()])),
    '~warning': () => exposedTables(store),
    ...(replica && {
      '~replica': async (sessionToken: string) =>
        void (await recordsOf(replica).sessionWithUser({ sessionToken })),
    }),
    async serverTime() {
      try {
        return new Date(Number((await store.rows(SERVER_TIME))[0]?.['ms']))
      } catch (error) {
        throw asAdapterError(error, 'users', explain)
      }
    },
  })
}

const SERVER_TIME = { sql: 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000) AS ms', args: [] }

function storeOf(database: string | PgPool | PgQuery, columns: DeclaredColumns): PgStore {
  if (typeof database === 'string') return createPgStore(() => openPool(database), columns)
  const { query, connect } = (database ?? {}) as Partial<PgPool>
  if (typeof query !== 'function') {
    throw new AdapterError(
      `pg() received ${database === null ? 'null' : typeof database}. Pass a connection URL, a pool of pg, or an object with query(text, values).`,
    )
  }
  if (typeof connect !== 'function') return createPgQueryStore(database as PgQuery, columns)
  const { options } = database as { options?: { binary?: unknown } }
  if (options?.binary) {
    throw new AdapterError(
      'The pool of pg() has the option "binary: true", which changes dates and numbers. Remove the option.',
    )
  }
  surviveIdleErrors(database)
  return createPgStore(async () => withoutEnd(database as PgPool), columns)
}

/** Replaces `end`, because the adapter must not close a pool of the application. */
function withoutEnd(pool: PgPool): OwnedPgPool {
  return { ...replacingIdleConnections(pool), end: async () => undefined }
}
