import { naturalKeys } from '../relational/natural-keys.js'
import { type Fields, ownedTables, type RecordStore, type TableName } from '../relational/record-store.js'
import { returnedRow } from '../relational/returned-row.js'
import type { SqlDialect, SqlRow, SqlStore } from './dialect.js'
import { rowDecoders } from './row-decoders.js'
import { type ReadSession, sessionReaders } from './session-readers.js'
import { statements, type Table } from './statements.js'
import { builtInTables, USERS } from './tables.js'
import type { DeclaredColumns } from './user-columns.js'
import { userCodec } from './user-row.js'

export function sqlRecordStore<Value>(
  store: SqlStore<Value | null>,
  dialect: SqlDialect<Value>,
  declared: DeclaredColumns,
): RecordStore {
  const write = statements(dialect)
  const codec = userCodec(declared)
  const users: Table = { name: USERS, columns: codec.columns }
  const tableOf = (name: TableName): Table => (name === 'users' ? users : builtInTables[name])

  const decoders = rowDecoders(dialect, declared, codec)

  async function first(name: TableName, rows: Promise<readonly SqlRow[]>): Promise<Fields | undefined> {
    const [row] = await rows
    return row && decoders.table[name](row)
  }

  const accountStatement = write.ownedReader(builtInTables.accounts, ['provider', 'providerAccountId'], users)
  const readers = sessionReaders(write, users)

  function recordsOf(source: SqlStore<Value | null>, readSession: ReadSession): RecordStore {
    const { transaction } = source
    return {
      comparesExactly: true,
      async insert(name, fields) {
        const values = name === 'users' ? codec.forInsert(fields) : fields
        return returnedRow(name, await first(name, source.rows(write.insert(tableOf(name), values))))
      },
      async find(name, key) {
        return (await source.rows(write.select(tableOf(name), key))).map(decoders.table[name])
      },
      async usersAfter(after, limit) {
        return (await source.rows(write.selectAfter(users, after, limit))).map(decoders.table.users)
      },
      async update(name, changes, key) {
        const values = name === 'users' ? codec.forUpdate(changes) : changes
        const table = tableOf(name)
        const changed = Object.keys(table.columns).some(
          (column) => values[column] !== undefined && !(column in key),
        )
        return first(name, source.rows(changed ? write.update(table, values, key) : write.select(table, key)))
      },
      async updateIf(name, changes, key) {
        return (await source.rows(write.update(tableOf(name), changes, key))).length > 0
      },
      remove: (name, key) => first(name, source.rows(write.remove(tableOf(name), key))),
      async removeOwned(name, userId) {
        return (await source.rows(write.removeOwned(builtInTables[name], userId))).length
      },
      async accountWithUser(key) {
        const [row] = await source.rows(accountStatement({ ...key }))
        return decoders.owned.accounts(row)
      },
      sessionWithUser: async ({ sessionToken }) => decoders.owned.sessions(await readSession(sessionToken)),
      async removeUser(id) {
        const removal = write.remove(users, { id })
        if (!source.batch) return first('users', source.rows(removal))
        // A database that the application opened may not enforce foreign keys, so dependent rows are deleted explicitly.
        const children = ownedTables.map((owned) => write.remove(builtInTables[owned], { userId: id }))
        const results = await source.batch([...children, removal])
        return first('users', Promise.resolve(results.at(-1) ?? []))
      },
      async removeExpired(name, now, limit) {
        const statement = write.removeExpired(builtInTables[name], naturalKeys[name], now, limit)
        return (await source.rows(statement)).length
      },
      ...(transaction && {
        transaction: (work) => transaction((inside) => work(recordsOf(inside, readers.single(inside)))),
      }),
    }
  }

  return recordsOf(store, readers.batched(store))
}
