import type { Fields, RecordStore, TableName } from '../relational/record-store.js'
import type { Columns } from './column.js'
import type { SqlDialect, SqlRow, SqlStore } from './dialect.js'
import { OWNED_PREFIX, statements, type Table } from './statements.js'
import { ownedTables, USERS } from './tables.js'
import type { DeclaredColumns } from './user-columns.js'
import { userCodec } from './user-row.js'

/** The primary keys of the tables whose rows expire. */
const expiringKeys = { sessions: ['sessionToken'], verificationTokens: ['identifier', 'token'] } as const

/** A record store over our own schema. */
export function sqlRecordStore<Value>(
  store: SqlStore<Value | null>,
  dialect: SqlDialect<Value>,
  declared: DeclaredColumns,
): RecordStore {
  const { transaction } = store
  const write = statements(dialect)
  const codec = userCodec(declared)
  const users: Table = { name: USERS, columns: codec.columns }
  const tableOf = (name: TableName): Table => (name === 'users' ? users : ownedTables[name])

  function decoded(columns: Columns, row: SqlRow, prefix = ''): Fields {
    const fields: Record<string, unknown> = {}
    for (const [name, type] of Object.entries(columns)) {
      const value = row[prefix + name]
      fields[name] = value === undefined || value === null ? null : dialect.decode(type, value)
    }
    return fields
  }

  const fromRow = (name: TableName, row: SqlRow): Fields => {
    const fields = decoded(tableOf(name).columns, row)
    return name === 'users' ? codec.fromStored(fields) : fields
  }

  async function first(name: TableName, rows: Promise<readonly SqlRow[]>): Promise<Fields | undefined> {
    const [row] = await rows
    return row && fromRow(name, row)
  }

  async function owned(name: 'accounts' | 'sessions', key: Fields) {
    const statement = write.selectOwned(ownedTables[name], key, users)
    // Sessions are read with nearly every request.
    const [row] = await store.rows({ ...statement, repeats: name === 'sessions' })
    return row && { row: decoded(ownedTables[name].columns, row, OWNED_PREFIX), user: fromRow('users', row) }
  }

  return {
    async insert(name, fields) {
      const values = name === 'users' ? codec.forInsert(fields) : fields
      return (await first(name, store.rows(write.insert(tableOf(name), values)))) ?? {}
    },
    async find(name, key) {
      const rows = await store.rows(write.select(tableOf(name), key))
      return rows.map((row) => fromRow(name, row))
    },
    async update(name, changes, key) {
      const values = name === 'users' ? codec.forUpdate(changes) : changes
      const table = tableOf(name)
      const changed = Object.keys(table.columns).some(
        (column) => values[column] !== undefined && !(column in key),
      )
      return first(name, store.rows(changed ? write.update(table, values, key) : write.select(table, key)))
    },
    remove: (name, key) => first(name, store.rows(write.remove(tableOf(name), key))),
    async removeOwned(name, userId) {
      return (await store.rows(write.removeOwned(ownedTables[name], userId))).length
    },
    accountWithUser: (key) => owned('accounts', { ...key }),
    sessionWithUser: (key) => owned('sessions', key),
    async removeUser(id) {
      // A client of the application's own may not enforce foreign keys, which would do the same.
      const { accounts, sessions, authenticators } = ownedTables
      const children = [accounts, sessions, authenticators].map((table) =>
        write.remove(table, { userId: id }),
      )
      const answers = await store.batch([...children, write.remove(users, { id })])
      return first('users', Promise.resolve(answers.at(-1) ?? []))
    },
    async removeExpired(name, now, limit) {
      const rows = await store.rows(write.removeExpired(ownedTables[name], expiringKeys[name], now, limit))
      return rows.length
    },
    ...(transaction && {
      transaction: (work) => transaction((inside) => work(sqlRecordStore(inside, dialect, declared))),
    }),
  }
}
