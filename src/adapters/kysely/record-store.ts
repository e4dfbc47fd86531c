// biome-ignore lint/suspicious/noTsIgnore: an application without Kysely must still compile what is emitted from here.
/** @ts-ignore */
import type { ExpressionBuilder, Kysely } from 'kysely'
import { sharedFetch } from '../../platform/shared-fetch.js'
import { expiringKeys } from '../relational/expiring-keys.js'
import { naturalKeys } from '../relational/natural-keys.js'
import {
  type Fields,
  type OwnedRow,
  ownedTables,
  type RecordStore,
  type TableName,
} from '../relational/record-store.js'
import { metadataColumns, storesMetadata, withoutMetadata } from '../relational/session-metadata.js'
import type { KyselyDialect } from './dialect.js'
import { fromStored, toStored } from './values.js'

/** The names of the tables in the database. */
export type TableNames = { readonly [Name in TableName]?: string }

/** A database whose tables are known only at run time. The compiler has checked their columns. */
type AnyDatabase = Record<string, Record<string, unknown>>

/** The prefix of user columns in a join. */
const USER_PREFIX = 'user.'

/** A record store on Kysely tables. Their columns are read once, when the first row is stored. */
export function kyselyRecordStore(
  given: Kysely<unknown>,
  dialect: KyselyDialect,
  names: TableNames,
): RecordStore {
  const database = given as Kysely<AnyDatabase>
  let columns: ColumnsByTable | undefined
  const read = sharedFetch(async () => {
    columns = await columnsByTable(database)
    return columns
  })
  return recordStore(database, dialect, names, () => read(() => columns))
}

/** The columns of each table, with the types that the database has for them. */
type ColumnsByTable = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Whether the sessions table has the columns for session metadata. */
function hasMetadata(known: ReadonlyMap<string, string> | undefined, dialect: KyselyDialect): boolean {
  const dates = dialect === 'sqlite' ? /^(?:big)?int/i : /^(?:date|timestamp)/i
  return storesMetadata((column, kind) =>
    (kind === 'date' ? dates : /char|text/i).test(known?.get(column) ?? ''),
  )
}

/** The same record store for a database or a transaction, with columns that were read before. */
function recordStore(
  database: Kysely<AnyDatabase>,
  dialect: KyselyDialect,
  names: TableNames,
  columns: () => Promise<ColumnsByTable>,
): RecordStore {
  const tableOf = (name: TableName): string => names[name] ?? name
  const returns = dialect !== 'mysql'
  const stored = (fields: Fields): Fields => toStored(fields, dialect)

  /** The fields that the table has a column for. */
  async function storable(name: TableName, fields: Fields): Promise<Fields> {
    const known = (await columns()).get(tableOf(name))
    const given = name === 'sessions' && !hasMetadata(known, dialect) ? withoutMetadata(name, fields) : fields
    const entries = Object.entries(given).filter(([column]) => known?.has(column) ?? true)
    return stored(Object.fromEntries(entries))
  }

  const read = (row: Fields | undefined): Fields | undefined => row && fromStored(row, dialect)

  const has =
    (table: string, key: Fields) =>
    ({ and, eb }: ExpressionBuilder<AnyDatabase, string>) =>
      and(Object.entries(stored(key)).map(([column, value]) => eb(`${table}.${column}`, '=', value)))

  async function find(name: TableName, key: Fields): Promise<readonly Fields[]> {
    const table = tableOf(name)
    const rows = await database.selectFrom(table).selectAll().where(has(table, key)).execute()
    return rows.map((row) => fromStored(row, dialect))
  }

  async function sessionColumns(): Promise<readonly string[]> {
    const known = (await columns()).get(tableOf('sessions'))
    return ['expires', ...(hasMetadata(known, dialect) ? metadataColumns.map(([name]) => name) : [])]
  }

  async function owned(name: 'accounts' | 'sessions', key: Fields): Promise<OwnedRow | undefined> {
    const [table, users] = [tableOf(name), tableOf('users')]
    const selected = [...Object.keys(key), 'userId', ...(name === 'sessions' ? await sessionColumns() : [])]
    const row = await database
      .selectFrom(table)
      .innerJoin(users, `${users}.id`, `${table}.userId`)
      .selectAll(users)
      .select(selected.map((column) => `${table}.${column} as ${USER_PREFIX}${column}` as const))
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

  return {
    async insert(name, fields) {
      const query = database.insertInto(tableOf(name)).values(await storable(name, fields))
      if (returns) return read(await query.returningAll().executeTakeFirst()) ?? {}
      await query.execute()
      const key = Object.fromEntries(naturalKeys[name].map((column) => [column, fields[column]]))
      return (await find(name, key))[0] ?? fields
    },
    find,
    async usersAfter(after, limit) {
      const all = database.selectFrom(tableOf('users')).selectAll()
      const later = after === undefined ? all : all.where('id', '>', stored({ id: after })['id'])
      return (await later.orderBy('id').limit(limit).execute()).map((row) => fromStored(row, dialect))
    },
    async update(name, changes, key) {
      const table = tableOf(name)
      const values = await storable(name, changes)
      if (Object.keys(values).length === 0) return (await find(name, key))[0]
      const query = database.updateTable(table).set(values).where(has(table, key))
      if (returns) return read(await query.returningAll().executeTakeFirst())
      await query.execute()
      return (await find(name, key))[0]
    },
    async updateIf(name, changes, key) {
      const table = tableOf(name)
      const query = database
        .updateTable(table)
        .set(await storable(name, changes))
        .where(has(table, key))
      return (await query.executeTakeFirst()).numUpdatedRows > 0n
    },
    async remove(name, key) {
      const table = tableOf(name)
      const query = database.deleteFrom(table).where(has(table, key))
      if (returns) return read(await query.returningAll().executeTakeFirst())
      const [row] = await find(name, key)
      // Of several concurrent deletions, only one finds the row.
      return row && (await query.executeTakeFirst()).numDeletedRows > 0n ? row : undefined
    },
    async removeOwned(name, userId) {
      const table = tableOf(name)
      const removal = database.deleteFrom(table).where(has(table, { userId }))
      return Number((await removal.executeTakeFirst()).numDeletedRows)
    },
    accountWithUser: (key) => owned('accounts', { ...key }),
    sessionWithUser: (key) => owned('sessions', key),
    async removeUser(id) {
      return whole(database, async (transaction) => {
        const users = tableOf('users')
        const user = await transaction
          .selectFrom(users)
          .selectAll()
          .where(has(users, { id }))
          .executeTakeFirst()
        const children = ownedTables.filter((name) => names[name])
        for (const table of children.map(tableOf)) {
          await transaction
            .deleteFrom(table)
            .where(has(table, { userId: id }))
            .execute()
        }
        await transaction.deleteFrom(users).where(has(users, { id })).execute()
        return read(user)
      })
    },
    async removeExpired(name, now, limit) {
      const table = tableOf(name)
      const { now: limitDate } = stored({ now })
      const key = expiringKeys[name]
      const some = database
        .selectFrom(table)
        .select(key)
        .where('expires', '<=', limitDate)
        .orderBy('expires')
        .limit(limit)
      const removal = database.deleteFrom(table).where('expires', '<=', limitDate)
      if (returns) {
        // Concurrent deletions do not wait for each other's row locks.
        const selection = dialect === 'postgres' ? some.forUpdate().skipLocked() : some
        return Number((await removal.where(key, 'in', selection).executeTakeFirst()).numDeletedRows)
      }
      // MySQL would lock the rows that it reads on the way, live ones included. By their keys, it locks only these.
      const keys = (await some.execute()).map((row) => row[key])
      if (keys.length === 0) return 0
      return Number((await removal.where(key, 'in', keys).executeTakeFirst()).numDeletedRows)
    },
    async transaction(work) {
      // A database with one connection would wait for the transaction to end.
      await columns()
      return whole(database, (transaction) => work(recordStore(transaction, dialect, names, columns)))
    },
  }
}

/** Runs `work` in the current transaction, or in a new one. */
function whole<Result>(
  database: Kysely<AnyDatabase>,
  work: (transaction: Kysely<AnyDatabase>) => Promise<Result>,
): Promise<Result> {
  return database.isTransaction ? work(database) : database.transaction().execute(work)
}

/** Reads the columns of every table from the database: TypeScript interfaces do not exist at run time. */
async function columnsByTable(database: Kysely<AnyDatabase>): Promise<ColumnsByTable> {
  const tables = await database.introspection.getTables()
  const named = (columns: readonly { name: string; dataType: string }[]): Map<string, string> =>
    new Map(columns.map(({ name, dataType }) => [name, dataType]))
  return new Map(
    tables.flatMap(({ name, schema, columns }) => [
      [name, named(columns)],
      [`${schema}.${name}`, named(columns)],
    ]),
  )
}
