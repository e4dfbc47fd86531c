import { dateFromMilliseconds } from '../relational/dates.js'
import { numberOf } from '../relational/numbers.js'
import type { ColumnType } from '../sql/column.js'
import type { SqlDialect } from '../sql/dialect.js'
import { jsonOf } from '../sql/json.js'

/** A `date` is an integer of milliseconds since 1970, a `boolean` is 0 or 1, `json` is text. */
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
  // SQLite stores values of any type in any column.
  decode(type, value) {
    switch (type) {
      case 'text':
        return typeof value === 'string' ? value : undefined
      case 'integer':
      case 'real':
        return numberOf(value)
      case 'boolean':
        return booleans.get(numberOf(value))
      case 'date':
        return dateFromMilliseconds(value)
      case 'json':
        return typeof value === 'string' ? jsonOf(value) : undefined
      default:
        return type satisfies never
    }
  },
}

const booleans: ReadonlyMap<number | undefined, boolean> = new Map([
  [1, true],
  [0, false],
])
