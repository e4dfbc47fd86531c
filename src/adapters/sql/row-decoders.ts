import { AdapterError } from '../../errors.js'
import type { Fields, OwnedRow, TableName } from '../relational/record-store.js'
import type { Columns, ColumnType } from './column.js'
import type { SqlDialect, SqlRow } from './dialect.js'
import { OWNED_PREFIX } from './statements.js'
import { builtInTables } from './tables.js'
import type { DeclaredColumns } from './user-columns.js'
import type { UserCodec } from './user-row.js'

/** The names of the column types in messages. */
const typeNames: Readonly<Record<ColumnType, string>> = {
  text: 'a string',
  integer: 'a number',
  real: 'a number',
  boolean: 'a boolean',
  date: 'a date',
  json: 'valid JSON',
}

/** Functions that read the rows of a database. */
export interface RowDecoders {
  /** For each table, reads a row. */
  readonly table: Readonly<Record<TableName, (row: SqlRow) => Fields>>
  /** Reads a row that was selected together with its user. */
  readonly owned: Readonly<Record<'accounts' | 'sessions', (row: SqlRow | undefined) => OwnedRow | undefined>>
}

/** Creates the decoders. A decoder throws `AdapterError` if the driver has returned a wrong value or no value. */
export function rowDecoders<Value>(
  dialect: SqlDialect<Value>,
  { adapter }: DeclaredColumns,
  users: UserCodec,
): RowDecoders {
  function decode(name: string, type: ColumnType, value: unknown): unknown {
    const decoded = value === undefined ? undefined : dialect.decode(type, value)
    if (decoded !== undefined) return decoded
    throw new AdapterError(
      value === undefined
        ? `The driver of ${adapter}() returned no column "${name}". Remove the option that renames columns.`
        : `The driver of ${adapter}() returned a value for "${name}" that is not ${typeNames[type]}. Remove the parser that is set for this type, or correct the value in the database.`,
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

  const columnsOfUser = decoder(users.columns)
  const user = (row: SqlRow): Fields => users.fromStored(columnsOfUser(row))

  function ownedDecoder(name: 'accounts' | 'sessions'): (row: SqlRow | undefined) => OwnedRow | undefined {
    const owned = decoder(builtInTables[name].columns, OWNED_PREFIX)
    return (row) => row && { row: owned(row), user: user(row) }
  }

  return {
    table: {
      users: user,
      accounts: decoder(builtInTables.accounts.columns),
      sessions: decoder(builtInTables.sessions.columns),
      verificationTokens: decoder(builtInTables.verificationTokens.columns),
      authenticators: decoder(builtInTables.authenticators.columns),
      passwords: decoder(builtInTables.passwords.columns),
    },
    owned: { accounts: ownedDecoder('accounts'), sessions: ownedDecoder('sessions') },
  }
}
