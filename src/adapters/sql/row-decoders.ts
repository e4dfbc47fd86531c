import { AdapterError } from '../../errors.js'
import type { Fields, OwnedRow, TableName } from '../relational/record-store.js'
import type { Columns, ColumnType } from './column.js'
import type { SqlDialect, SqlRow } from './dialect.js'
import { OWNED_PREFIX } from './statements.js'
import { builtInTables } from './tables.js'
import type { DeclaredColumns } from './user-columns.js'
import type { UserCodec } from './user-row.js'

const typeNames: Readonly<Record<ColumnType, string>> = {
  text: 'a string',
  integer: 'a number',
  real: 'a number',
  boolean: 'a boolean',
  date: 'a date',
  json: 'valid JSON',
}

export interface RowDecoders {
  readonly table: Readonly<Record<TableName, (row: SqlRow) => Fields>>
  readonly owned: Readonly<Record<'accounts' | 'sessions', (row: SqlRow | undefined) => OwnedRow | undefined>>
}

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
