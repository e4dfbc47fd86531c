// biome-ignore lint/suspicious/noTsIgnore: an application without Kysely must still compile what is emitted from here.
/** @ts-ignore */
import type { DeleteResult, ExpressionBuilder, Kysely, UpdateResult } from 'kysely'
import { expiringKeys } from '../relational/expiring-keys.js'
import { naturalKeyOf } from '../relational/natural-keys.js'
import {
  type ExpiringTable,
  type Fields,
  type OwnedRow,
  ownedTables,
  type RecordStore,
  type TableName,
} from '../relational/record-store.js'
import { writesOf } from '../relational/writes.js'
import { type TableColumns, tableColumns } from './columns.js'
import type { KyselyDialect } from './dialect.js'
import { fromStored, toStored } from './values.js'

/** The names of the tables in the database. */
export type TableNames = { readonly [Name in TableName]?: string }

/** A database whose tables are known only at run time. The compiler has checked their columns. */
type AnyDatabase = Record<string, Record<string, unknown>>

/** An update or a deletion. */
interface Statement {
  executeTakeFirst(): Promise<UpdateResult | DeleteResult>
  returningAll(): { executeTakeFirst(): Promise<Fields | undefined> }
}

/** The tables in a database or in a transaction. */
interface Tables {
  readonly database: Kysely<AnyDatabase>
  readonly dialect: KyselyDialect
  readonly columns: TableColumns
  /** The tables that the application has. */
  readonly names: TableNames
  /** The name of a table in the database. */
  nameOf(table: TableName): string
  /** The condition that a row has these values. */
  has(table: TableName, key: Fields): (builder: ExpressionBuilder<AnyDatabase, string>) => never
}

/** The prefix of user columns in a join. */
const USER_PREFIX = 'user.'

/** A record store on Kysely tables. Their columns are read once, when the first row is stored. */
export function kyselyRecordStore(
  given: Kysely<unknown>,
  dialect: KyselyDialect,
  names: TableNames,
): RecordStore {
  const database = given as Kysely<AnyDatabase>
  const nameOf = (table: TableName): string => names[table] ?? table
  const columns = tableColumns(database, dialect, nameOf)
  const has: Tables['has'] =
    (table, key) =>
    ({ and, eb }) => {
      const values = Object.entries(toStored(key, dialect))
      return and(values.map(([column, value]) => eb(`${nameOf(table)}.${column}`, '=', value))) as never
    }
  return recordStore({ database, dialect, columns, names, nameOf, has })
}

function recordStore(tables: Tables): RecordStore {
  const { database, dialect, columns, nameOf, has } = tables
  const returns = dialect !== 'mysql'

  const stored = async (table: TableName, fields: Fields): Promise<Fields> =>
    toStored(await columns.storable(table, fields), dialect)

  const read = (row: Fields | undefined): Fields | undefined => row && fromStored(row, dialect)

  async function find(table: TableName, key: Fields): Promise<readonly Fields[]> {
    const rows = await database.selectFrom(nameOf(table)).selectAll().where(has(table, key)).execute()
    return rows.map((row) => fromStored(row, dialect))
  }

  return {
    async insert(table, fields) {
      const query = database.insertInto(nameOf(table)).values(await stored(table, fields))
      if (returns) return read(await query.returningAll().executeTakeFirst()) ?? {}
      await query.execute()
      return (await find(table, naturalKeyOf(table, fields)))[0] ?? fields
    },
    find,
    async usersAfter(after, limit) {
      const all = database.selectFrom(nameOf('users')).selectAll()
      const later = after === undefined ? all : all.where('id', '>', after)
      return (await later.orderBy('id').limit(limit).execute()).map((row) => fromStored(row, dialect))
    },
    ...writesOf<Statement>({
      stored,
      find,
      update: (table, values, key) => database.updateTable(nameOf(table)).set(values).where(has(table, key)),
      remove: (table, key) => database.deleteFrom(nameOf(table)).where(has(table, key)),
      async count(statement) {
        const result = await statement.executeTakeFirst()
        return Number('numUpdatedRows' in result ? result.numUpdatedRows : result.numDeletedRows)
      },
      row: returns ? async (statement) => read(await statement.returningAll().executeTakeFirst()) : undefined,
    }),
    accountWithUser: (key) => ownedRow(tables, 'accounts', { ...key }, []),
    sessionWithUser: async (key) => ownedRow(tables, 'sessions', key, await columns.ofSessions()),
    removeUser: (id) =>
      whole(database, async (inside) => read(await removeUser({ ...tables, database: inside }, id))),
    removeExpired: (table, now, limit) => removeExpired(tables, table, now, limit),
    async transaction(work) {
      // A database with one connection would wait for the transaction to end.
      await columns.read()
      return whole(database, (inside) => work(recordStore({ ...tables, database: inside })))
    },
  }
}

/** Reads these columns and those of the key, together with the user. */
async function ownedRow(
  { database, dialect, nameOf, has }: Tables,
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
    .select(selected.map((column) => `${name}.${column} as ${USER_PREFIX}${column}` as const))
    .where(has(table, key))
    .executeTakeFirst()
  if (!row) return undefined
  const entries = Object.entries(row as Fields)
  const isOwned = ([column]: [string, unknown]): boolean => column.startsWith(USER_PREFIX)
  const own = entries.filter(isOwned).map(([column, value]) => [column.slice(USER_PREFIX.length), value])
  return {
    row: fromStored(Object.fromEntries(own), dialect),
    user: fromStored(Object.fromEntries(entries.filter((entry) => !isOwned(entry))), dialect),
  }
}

/** Deletes the rows of a user and the user, and returns the row of the user. */
async function removeUser({ database, names, nameOf, has }: Tables, id: string): Promise<Fields | undefined> {
  const users = nameOf('users')
  const user = await database.selectFrom(users).selectAll().where(has('users', { id })).executeTakeFirst()
  for (const table of ownedTables.filter((owned) => names[owned])) {
    await database
      .deleteFrom(nameOf(table))
      .where(has(table, { userId: id }))
      .execute()
  }
  await database.deleteFrom(users).where(has('users', { id })).execute()
  return user
}

async function removeExpired(
  { database, dialect, nameOf }: Tables,
  table: ExpiringTable,
  now: Date,
  limit: number,
): Promise<number> {
  const name = nameOf(table)
  const { now: storedNow } = toStored({ now }, dialect)
  const key = expiringKeys[table]
  const some = database
    .selectFrom(name)
    .select(key)
    .where('expires', '<=', storedNow)
    .orderBy('expires')
    .limit(limit)
  const removal = database.deleteFrom(name).where('expires', '<=', storedNow)
  if (dialect !== 'mysql') {
    // Concurrent deletions do not wait for each other's row locks.
    const selection = dialect === 'postgres' ? some.forUpdate().skipLocked() : some
    return Number((await removal.where(key, 'in', selection).executeTakeFirst()).numDeletedRows)
  }
  // MySQL would also lock unexpired rows that it reads during the search. With keys, it locks only the rows to delete.
  const keys = (await some.execute()).map((row) => row[key])
  if (keys.length === 0) return 0
  return Number((await removal.where(key, 'in', keys).executeTakeFirst()).numDeletedRows)
}

/** Runs `work` in the current transaction, or in a new one. */
function whole<Result>(
  database: Kysely<AnyDatabase>,
  work: (transaction: Kysely<AnyDatabase>) => Promise<Result>,
): Promise<Result> {
  return database.isTransaction ? work(database) : database.transaction().execute(work)
}
