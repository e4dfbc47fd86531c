import { naturalKeys } from '../relational/natural-keys.js'
import {
  type Fields,
  ownedTables as ownedNames,
  type RecordStore,
  type TableName,
} from '../relational/record-store.js'
import type { SqlDialect, SqlRow, SqlStore } from './dialect.js'
import { rowDecoders } from './row-decoders.js'
import { type SessionRow, sessionReaders } from './session-readers.js'
import { statements, type Table } from './statements.js'
import { ownedTables, USERS } from './tables.js'
import type { DeclaredColumns } from './user-columns.js'
import { userCodec } from './user-row.js'

/** The record store of the adapters with our schema. */
export function sqlRecordStore<Value>(
  store: SqlStore<Value | null>,
  dialect: SqlDialect<Value>,
  declared: DeclaredColumns,
): RecordStore {
  const write = statements(dialect)
  const codec = userCodec(declared)
  const users: Table = { name: USERS, columns: codec.columns }
  const tableOf = (name: TableName): Table => (name === 'users' ? users : ownedTables[name])

  const decoders = rowDecoders(dialect, declared, codec)

  async function first(name: TableName, rows: Promise<readonly SqlRow[]>): Promise<Fields | undefined> {
    const [row] = await rows
    return row && decoders.table[name](row)
  }

  const accountStatement = write.ownedReader(ownedTables.accounts, ['provider', 'providerAccountId'], users)
  const sessionRows = sessionReaders(write, users)

  /** The records of a database, or of a transaction. */
  function recordsOf(place: SqlStore<Value | null>, sessionRow: SessionRow): RecordStore {
    const { transaction } = place
    return {
      async insert(name, fields) {
        const values = name === 'users' ? codec.forInsert(fields) : fields
        return (await first(name, place.rows(write.insert(tableOf(name), values)))) ?? {}
      },
      async find(name, key) {
        return (await place.rows(write.select(tableOf(name), key))).map(decoders.table[name])
      },
      async usersAfter(after, limit) {
        return (await place.rows(write.selectAfter(users, after, limit))).map(decoders.table.users)
      },
      async update(name, changes, key) {
        const values = name === 'users' ? codec.forUpdate(changes) : changes
        const table = tableOf(name)
        const changed = Object.keys(table.columns).some(
          (column) => values[column] !== undefined && !(column in key),
        )
        return first(name, place.rows(changed ? write.update(table, values, key) : write.select(table, key)))
      },
      async updateIf(name, changes, key) {
        return (await place.rows(write.update(tableOf(name), changes, key))).length > 0
      },
      remove: (name, key) => first(name, place.rows(write.remove(tableOf(name), key))),
      async removeOwned(name, userId) {
        return (await place.rows(write.removeOwned(ownedTables[name], userId))).length
      },
      async accountWithUser(key) {
        const [row] = await place.rows(accountStatement({ ...key }))
        return decoders.owned.accounts(row)
      },
      sessionWithUser: async ({ sessionToken }) => decoders.owned.sessions(await sessionRow(sessionToken)),
      async removeUser(id) {
        const removal = write.remove(users, { id })
        if (!place.batch) return first('users', place.rows(removal))
        // A client of the application may not enforce foreign keys, so dependent rows are deleted explicitly.
        const children = ownedNames.map((owned) => write.remove(ownedTables[owned], { userId: id }))
        const results = await place.batch([...children, removal])
        return first('users', Promise.resolve(results.at(-1) ?? []))
      },
      async removeExpired(name, now, limit) {
        const statement = write.removeExpired(ownedTables[name], naturalKeys[name], now, limit)
        return (await place.rows(statement)).length
      },
      ...(transaction && {
        transaction: (work) => transaction((inside) => work(recordsOf(inside, sessionRows.alone(inside)))),
      }),
    }
  }

  return recordsOf(store, sessionRows.together(store))
}
