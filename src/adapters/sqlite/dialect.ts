import type { ColumnType } from '../sql/column.js'
import type { SqlDialect } from '../sql/dialect.js'

/** The name of the type in SQL. A `date` is an integer of milliseconds since 1970, a `boolean` is 0 or 1, `json` is text. */
export const sqlType: Readonly<Record<ColumnType, string>> = {
  text: 'TEXT',
  integer: 'INTEGER',
  real: 'REAL',
  boolean: 'INTEGER',
  date: 'INTEGER',
  json: 'TEXT',
}

export const sqliteDialect: SqlDialect<string | number> = {
  placeholder: () => '?',
  encode(type, value) {
    switch (type) {
      case 'text':
        return String(value)
      case 'integer':
      case 'real':
      case 'boolean':
      case 'date':
        return Number(value)
      case 'json':
        return JSON.stringify(value)
      default:
        return type satisfies never
    }
  },
  decode(type, value) {
    switch (type) {
      case 'text':
        return value
      // A client may be configured to return integers as bigint or as strings.
      case 'integer':
      case 'real':
        return Number(value)
      case 'boolean':
        return Number(value) === 1
      case 'date':
        return new Date(Number(value))
      case 'json':
        return JSON.parse(String(value))
      default:
        return type satisfies never
    }
  },
}
