import {
  and,
  asc,
  type Column,
  entityKind,
  eq,
  getTableColumns,
  gt,
  inArray,
  lte,
  type SQL,
  type Table,
} from 'drizzle-orm'
import { expiringKeys } from '../relational/expiring-keys.js'
import { naturalKeyOf } from '../relational/natural-keys.js'
import type { Fields, OwnedRow, RecordStore, TableName } from '../relational/record-store.js'
import { requireColumns } from '../relational/require-columns.js'
import { returnedRow } from '../relational/returned-row.js'
import { storableFields, storesMetadata, withMetadataOnly } from '../relational/session-metadata.js'
import { tablesOf } from '../relational/tables-of.js'
import { userRows } from '../relational/user-rows.js'
import { writesOf } from '../relational/writes.js'
import type { DrizzleDatabase, DrizzleTables } from './database.js'

/** Runs when it is awaited, or when `all()` is called on a synchronous driver. */
interface Query extends PromiseLike<unknown> {
  all(): Fields[]
  returning(): Query
  where(condition: SQL | undefined): Query
  limit(rows: number): Query
  orderBy(order: SQL): Query
  /** Locks the selected rows. Queries for SQLite do not have this method. */
  for?(strength: 'update', options: { skipLocked: boolean }): Query
  from(table: Table): Query
  innerJoin(table: Table, on: SQL): Query
}

interface Database {
  select(fields: Readonly<Record<string, Table | Column>>): Query
  select(): Query
  insert(table: Table): { values(fields: Fields): Query }
  update(table: Table): { set(fields: Fields): Query }
  delete(table: Table): Query
  transaction(work: (transaction: Database) => unknown): unknown
  /** Runs several queries together. Only D1, Neon over HTTP, `sqlite-proxy` and libSQL have this method. */
  batch?(queries: readonly Query[]): Promise<readonly unknown[]>
  /**
   * `batchCLient` (spelled like this in Drizzle) is the function for batches that the application passed to
   * `sqlite-proxy`.
   */
  readonly session?: { readonly batchCLient?: unknown }
  /** Only databases for SQLite have this member. With `'sync'`, asynchronous transactions do not work. */
  resultKind?: 'sync' | 'async'
}

export function drizzleRecordStore(database: DrizzleDatabase, drizzleTables: DrizzleTables): RecordStore {
  // The databases have different types, but the methods that are used here work in the same way.
  const db = database as unknown as Database
  const tables = drizzleTables as unknown as Readonly<Record<TableName, Table>>
  for (const name of tablesOf('drizzle', tables)) requireColumns(name, getTableColumns(tables[name]))
  // Writes in MySQL return no rows, so the rows are read separately.
  const hasReturning = 'returning' in db.delete(tables.users)

  const columnOf = (name: TableName, column: string): Column =>
    getTableColumns(tables[name])[column] as Column

  const matching = (name: TableName, key: Fields): SQL | undefined =>
    and(...Object.entries(key).map(([column, value]) => eq(columnOf(name, column), value)))

  const sessionColumns: Readonly<Record<string, Column>> = tables.sessions
    ? getTableColumns(tables.sessions)
    : {}
  const hasMetadata = storesMetadata(
    (column, kind) => sessionColumns[column]?.dataType === (kind === 'date' ? 'date' : 'string'),
  )

  const stored = (name: TableName, fields: Fields): Fields =>
    storableFields(name, fields, hasMetadata, (column) => column in getTableColumns(tables[name]))

  async function find(name: TableName, key: Fields): Promise<readonly Fields[]> {
    return rowsOf(await db.select().from(tables[name]).where(matching(name, key)))
  }

  async function findWithUser(name: 'accounts' | 'sessions', key: Fields): Promise<OwnedRow | undefined> {
    const fields = { row: tables[name], user: tables.users }
    const on = eq(columnOf('users', 'id'), columnOf(name, 'userId'))
    const query = db.select(fields).from(tables[name]).innerJoin(tables.users, on)
    const [found] = (await query.where(matching(name, key))) as readonly (OwnedRow | undefined)[]
    return found
  }

  async function deleteUser(id: string): Promise<Fields | undefined> {
    const [user] = await find('users', { id })
    const { atomically, oneByOne } = userRows(id, (name) => Boolean(tables[name]))
    const removalsIn = (target: Database, rows = atomically): Query[] =>
      rows.map(([name, key]) => target.delete(tables[name]).where(matching(name, key)))
    if (db.resultKind === 'sync') {
      db.transaction((transaction) => {
        for (const removal of removalsIn(transaction)) removal.returning().all()
      })
    } else if (isInteractive(db)) {
      await db.transaction(async (transaction) => {
        for (const removal of removalsIn(transaction)) await removal
      })
    } else if (db.batch && (!isProxy(db) || db.session?.batchCLient)) {
      await db.batch(removalsIn(db))
    } else {
      for (const removal of removalsIn(db, oneByOne)) await removal
    }
    return user
  }

  const store: RecordStore = {
    async insert(name, fields) {
      const query = db.insert(tables[name]).values(stored(name, fields))
      if (hasReturning) return returnedRow(name, rowsOf(await query.returning())[0])
      await query
      return returnedRow(name, (await find(name, naturalKeyOf(name, fields)))[0])
    },
    find,
    async usersAfter(after, limit) {
      const id = columnOf('users', 'id')
      const query = db.select().from(tables.users)
      const later = after === undefined ? query : query.where(gt(id, after))
      return rowsOf(await later.orderBy(asc(id)).limit(limit))
    },
    ...writesOf<Query>({
      stored,
      find,
      update: (name, values, key) => db.update(tables[name]).set(values).where(matching(name, key)),
      remove: (name, key) => db.delete(tables[name]).where(matching(name, key)),
      count: async (query) =>
        hasReturning ? rowsOf(await query.returning()).length : affectedRowsOf(await query),
      row: hasReturning ? async (query) => rowsOf(await query.returning())[0] : undefined,
    }),
    accountWithUser: (key) => findWithUser('accounts', { ...key }),
    sessionWithUser: (key) => findWithUser('sessions', key),
    removeUser: deleteUser,
    async removeExpired(name, now, limit) {
      const columns = { key: columnOf(name, expiringKeys[name]), expires: columnOf(name, 'expires') }
      return deleteExpired(db, tables[name], columns, now, limit)
    },
    ...(isInteractive(db) && {
      transaction: (work) =>
        db.transaction((transaction) =>
          work(drizzleRecordStore(transaction as never, drizzleTables)),
        ) as Promise<never>,
    }),
  }
  return withMetadataOnly(store, () => hasMetadata)
}

async function deleteExpired(
  db: Database,
  table: Table,
  { key, expires }: { readonly key: Column; readonly expires: Column },
  now: Date,
  limit: number,
): Promise<number> {
  const expired = lte(expires, now)
  const oldest = db.select({ key }).from(table).where(expired).orderBy(asc(expires)).limit(limit)
  if ('returning' in db.delete(table)) {
    // `skipLocked` keeps concurrent deletions from waiting for each other.
    const selection = oldest.for?.('update', { skipLocked: true }) ?? oldest
    const removal = db.delete(table).where(and(expired, inArray(key, selection as never)))
    return rowsOf(await removal.returning()).length
  }
  // In MySQL, a deletion by expiry would also lock unexpired rows that it reads. A deletion by key locks only
  // the rows to delete.
  const keys = rowsOf(await oldest).map((row) => row['key'])
  if (keys.length === 0) return 0
  return affectedRowsOf(await db.delete(table).where(and(expired, inArray(key, keys))))
}

function isInteractive(db: Database): boolean {
  return !db.batch && db.resultKind !== 'sync' && !isProxy(db)
}

/**
 * Whether the driver sends each statement separately. The `transaction` of such a driver throws an error, or may use
 * several connections.
 */
function isProxy(db: Database): boolean {
  return /Remote|Xata|Prisma/.test((db.constructor as { [entityKind]?: string })[entityKind] ?? '')
}

function rowsOf(result: unknown): readonly Fields[] {
  return result as readonly Fields[]
}

interface MysqlResult {
  readonly affectedRows?: unknown
  readonly rowsAffected?: unknown
}

/** The number of affected rows. Some drivers return an array whose first item is the result. */
function affectedRowsOf(result: unknown): number {
  const first = (Array.isArray(result) ? result[0] : result) as MysqlResult | undefined
  const { affectedRows, rowsAffected } = first ?? {}
  return Number(affectedRows ?? rowsAffected ?? 0)
}
