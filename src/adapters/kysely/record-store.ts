// biome-ignore lint/suspicious/noTsIgnore: an application without Kysely must be able to compile the declarations of this file.
/** @ts-ignore */
import type { DeleteResult, ExpressionBuilder, Kysely, UpdateResult } from 'kysely'
import { expiringKeys } from '../relational/expiring-keys.js'
import { naturalKeyOf } from '../relational/natural-keys.js'
import type { ExpiringTable, Fields, OwnedRow, RecordStore, TableName } from '../relational/record-store.js'
import { returnedRow } from '../relational/returned-row.js'
import { metadataColumns, withMetadataOnly } from '../relational/session-metadata.js'
import { userRows } from '../relational/user-rows.js'
import { writesOf } from '../relational/writes.js'
import { type AnyDatabase, type TableColumns, tableColumns } from './columns.js'
import type { KyselyDialect } from './dialect.js'
import { fromStored, toStored } from './values.js'

/** The names of the tables in the database. */
export type TableNames = { readonly [Name in TableName]?: string }

interface Statement {
  readonly table: TableName
  readonly query: {
    executeTakeFirst(): Promise<UpdateResult | DeleteResult>
    returningAll(): { executeTakeFirst(): Promise<Fields | undefined> }
  }
}

interface Tables {
  readonly database: Kysely<AnyDatabase>
  readonly dialect: KyselyDialect
  readonly columns: TableColumns
  readonly hasTransactions: boolean
  readonly names: TableNames
  nameOf(table: TableName): string
  matching(table: TableName, key: Fields): (builder: ExpressionBuilder<AnyDatabase, string>) => never
}

const ROW_PREFIX = 'row.'

export function kyselyRecordStore(
  kysely: Kysely<unknown>,
  dialect: KyselyDialect,
  names: TableNames,
  hasTransactions: boolean,
): RecordStore {
  const database = kysely as Kysely<AnyDatabase>
  const nameOf = (table: TableName): string => names[table] ?? table
  const columns = tableColumns(database, dialect, nameOf)
  const matching: Tables['matching'] =
    (table, key) =>
    ({ and, eb }) => {
      const values = Object.entries(toStored(table, key, dialect))
      return and(values.map(([column, value]) => eb(`${nameOf(table)}.${column}`, '=', value))) as never
    }
  return recordStore({ database, dialect, columns, hasTransactions, names, nameOf, matching })
}

function recordStore(tables: Tables): RecordStore {
  const { database, dialect, columns, hasTransactions, nameOf, matching } = tables
  // Writes in MySQL return no rows, so the rows are read separately.
  const hasReturning = dialect !== 'mysql'

  const stored = async (table: TableName, fields: Fields): Promise<Fields> =>
    toStored(table, await columns.storable(table, fields), dialect)

  const read = (table: TableName, row: Fields | undefined): Fields | undefined =>
    row && fromStored(table, row, dialect)

  async function find(table: TableName, key: Fields): Promise<readonly Fields[]> {
    const rows = await database.selectFrom(nameOf(table)).selectAll().where(matching(table, key)).execute()
    return rows.map((row) => fromStored(table, row, dialect))
  }

  const store: RecordStore = {
    async insert(table, fields) {
      const query = database.insertInto(nameOf(table)).values(await stored(table, fields))
      if (hasReturning) return returnedRow(table, read(table, await query.returningAll().executeTakeFirst()))
      await query.execute()
      return returnedRow(table, (await find(table, naturalKeyOf(table, fields)))[0])
    },
    find,
    async usersAfter(after, limit) {
      const all = database.selectFrom(nameOf('users')).selectAll()
      const later = after === undefined ? all : all.where('id', '>', after)
      const rows = await later.orderBy('id').limit(limit).execute()
      return rows.map((row) => fromStored('users', row, dialect))
    },
    ...writesOf<Statement>({
      stored,
      find,
      update: (table, values, key) => ({
        table,
        query: database.updateTable(nameOf(table)).set(values).where(matching(table, key)),
      }),
      remove: (table, key) => ({
        table,
        query: database.deleteFrom(nameOf(table)).where(matching(table, key)),
      }),
      async count({ query }) {
        const result = await query.executeTakeFirst()
        return Number('numUpdatedRows' in result ? result.numUpdatedRows : result.numDeletedRows)
      },
      row: hasReturning
        ? async ({ table, query }) => read(table, await query.returningAll().executeTakeFirst())
        : undefined,
    }),
    accountWithUser: (key) => findWithUser(tables, 'accounts', { ...key }, []),
    async sessionWithUser(key) {
      const metadata = (await columns.hasMetadata()) ? metadataColumns.map(([name]) => name) : []
      return findWithUser(tables, 'sessions', key, ['expires', ...metadata])
    },
    async removeUser(id) {
      const remove = (inside: Tables['database']) => deleteUser({ ...tables, database: inside }, id)
      return read('users', await (hasTransactions ? inTransaction(database, remove) : remove(database)))
    },
    removeExpired: (table, now, limit) => deleteExpired(tables, table, now, limit),
    ...(hasTransactions && {
      async transaction(work) {
        // Reads the columns before the transaction. Inside the transaction, this read would need a second
        // connection, and would wait forever if the pool has only one.
        await columns.read()
        return inTransaction(database, (inside) => work(recordStore({ ...tables, database: inside })))
      },
    }),
  }
  return withMetadataOnly(store, columns.hasMetadata)
}

/** Reads an account or session with its user. The row has only `columns`, `userId` and the columns of the key. */
async function findWithUser(
  { database, dialect, nameOf, matching }: Tables,
  table: TableName,
  key: Fields,
  columns: readonly string[],
): Promise<OwnedRow | undefined> {
  const [name, users] = [nameOf(table), nameOf('users')]
  const selected = [...Object.keys(key), 'userId', ...columns]
  const row = await database
    .selectFrom(name)
    .innerJoin(users, `${users}.id`, `${name}.userId`)
    .selectAll(users)
    .select(selected.map((column) => `${name}.${column} as ${ROW_PREFIX}${column}` as const))
    .where(matching(table, key))
    .executeTakeFirst()
  if (!row) return undefined
  const rowFields: Record<string, unknown> = {}
  const userFields: Record<string, unknown> = {}
  for (const [column, value] of Object.entries(row)) {
    if (column.startsWith(ROW_PREFIX)) rowFields[column.slice(ROW_PREFIX.length)] = value
    else userFields[column] = value
  }
  return { row: fromStored(table, rowFields, dialect), user: fromStored('users', userFields, dialect) }
}

async function deleteUser(
  { database, hasTransactions, names, nameOf, matching }: Tables,
  id: string,
): Promise<Fields | undefined> {
  const users = nameOf('users')
  const user = await database
    .selectFrom(users)
    .selectAll()
    .where(matching('users', { id }))
    .executeTakeFirst()
  const { atomically, oneByOne } = userRows(id, (table) => Boolean(names[table]))
  for (const [table, key] of hasTransactions ? atomically : oneByOne) {
    await database.deleteFrom(nameOf(table)).where(matching(table, key)).execute()
  }
  return user
}

async function deleteExpired(
  { database, dialect, nameOf }: Tables,
  table: ExpiringTable,
  now: Date,
  limit: number,
): Promise<number> {
  const name = nameOf(table)
  const { expires: storedNow } = toStored(table, { expires: now }, dialect)
  const key = expiringKeys[table]
  const oldest = database
    .selectFrom(name)
    .select(key)
    .where('expires', '<=', storedNow)
    .orderBy('expires')
    .limit(limit)
  const removal = database.deleteFrom(name).where('expires', '<=', storedNow)
  if (dialect !== 'mysql') {
    // `skipLocked` keeps concurrent deletions from waiting for each other's row locks.
    const selection = dialect === 'postgres' ? oldest.forUpdate().skipLocked() : oldest
    return Number((await removal.where(key, 'in', selection).executeTakeFirst()).numDeletedRows)
  }
  // In MySQL, a deletion by expiry would also lock unexpired rows that it reads. A deletion by key locks only
  // the rows to delete.
  const keys = (await oldest.execute()).map((row) => row[key])
  if (keys.length === 0) return 0
  return Number((await removal.where(key, 'in', keys).executeTakeFirst()).numDeletedRows)
}

function inTransaction<Result>(
  database: Kysely<AnyDatabase>,
  work: (transaction: Kysely<AnyDatabase>) => Promise<Result>,
): Promise<Result> {
  return database.isTransaction ? work(database) : database.transaction().execute(work)
}
