import { AdapterError } from '../../errors.js'
import { naturalKeys } from '../relational/natural-keys.js'
import {
  type Fields,
  type OwnedRow,
  ownedTables as ownedNames,
  type RecordStore,
  type TableName,
} from '../relational/record-store.js'
import type { Columns, ColumnType } from './column.js'
import type { SqlDialect, SqlRow, SqlStore } from './dialect.js'
import { type SessionRow, sessionReaders } from './session-readers.js'
import { OWNED_PREFIX, statements, type Table } from './statements.js'
import { ownedTables, USERS } from './tables.js'
import type { DeclaredColumns } from './user-columns.js'
import { userCodec } from './user-row.js'

const kinds: Readonly<Record<ColumnType, string>> = {
  text: 'string',
  integer: 'number',
  real: 'number',
  boolean: 'boolean',
  date: 'date',
  json: 'JSON',
}

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

  function decode(name: string, type: ColumnType, value: unknown): unknown {
    const decoded = value === undefined ? undefined : dialect.decode(type, value)
    if (decoded !== undefined) return decoded
    throw new AdapterError(
      value === undefined
        ? `The driver of ${declared.adapter}() returned no column "${name}". Remove the option that renames columns.`
        : `The driver of ${declared.adapter}() returned a value for "${name}" that is not a ${kinds[type]}. Remove the parser that is set for this type.`,
    )
  }

  /** Returns a function that reads the fields of these columns from a row. `prefix` is the prefix of the column names. */
  function decoder(columns: Columns, prefix = ''): (row: SqlRow) => Fields {
    const entries = Object.entries(columns).map(([name, type]) => ({ name, type, column: prefix + name }))
    return (row) => {
      const fields: Record<string, unknown> = {}
      for (const { name, type, column } of entries) {
        const value = row[column]
        fields[name] = value === null ? null : decode(name, type, value)
      }
      return fields
    }
  }

  const decodeUser = decoder(users.columns)
  const fromRow: Readonly<Record<TableName, (row: SqlRow) => Fields>> = {
    users: (row) => codec.fromStored(decodeUser(row)),
    accounts: decoder(ownedTables.accounts.columns),
    sessions: decoder(ownedTables.sessions.columns),
    verificationTokens: decoder(ownedTables.verificationTokens.columns),
    authenticators: decoder(ownedTables.authenticators.columns),
    passwords: decoder(ownedTables.passwords.columns),
  }

  async function first(name: TableName, rows: Promise<readonly SqlRow[]>): Promise<Fields | undefined> {
    const [row] = await rows
    return row && fromRow[name](row)
  }

  /** Returns a function that reads a row that was selected together with its user. */
  function ownedDecoder(name: 'accounts' | 'sessions'): (row: SqlRow | undefined) => OwnedRow | undefined {
    const decode = decoder(ownedTables[name].columns, OWNED_PREFIX)
    return (row) => row && { row: decode(row), user: fromRow.users(row) }
  }

  const accountStatement = write.ownedReader(ownedTables.accounts, ['provider', 'providerAccountId'], users)
  const decodeAccount = ownedDecoder('accounts')
  const decodeSession = ownedDecoder('sessions')
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
        return (await place.rows(write.select(tableOf(name), key))).map(fromRow[name])
      },
      async usersAfter(after, limit) {
        return (await place.rows(write.selectAfter(users, after, limit))).map(fromRow.users)
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
        return decodeAccount(row)
      },
      sessionWithUser: async ({ sessionToken }) => decodeSession(await sessionRow(sessionToken)),
      async removeUser(id) {
        const removal = write.remove(users, { id })
        if (!place.batch) return first('users', place.rows(removal))
        // A client of the application may not enforce foreign keys, so dependent rows are deleted explicitly.
        const children = ownedNames.map((owned) => write.remove(ownedTables[owned], { userId: id }))
        const answers = await place.batch([...children, removal])
        return first('users', Promise.resolve(answers.at(-1) ?? []))
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
