import type { ColumnType } from '../sql/column.js'
import type { SqlDialect } from '../sql/dialect.js'

/** The name of the type in SQL. */
export const sqlType: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  integer: 'bigint',
  real: 'double precision',
  boolean: 'boolean',
  // The precision of a JavaScript Date.
  date: 'timestamptz(3)',
  json: 'jsonb',
}

export const pgDialect: SqlDialect<unknown> = {
  placeholder: (position) => `$${position}`,
  notAfterNow: (placeholder) => `LEAST(${placeholder}::timestamptz, now())`,
  // The driver would write an array as one of PostgreSQL's own.
  encode: (type, value) => (type === 'json' ? JSON.stringify(value) : value),
  // The parsers of the driver can be set for the whole process, so nothing is taken for granted.
  decode(type, value) {
    switch (type) {
      case 'text':
        return value
      case 'integer':
      case 'real':
        return Number(value)
      case 'boolean':
        return value === true || value === 't'
      case 'date':
        return value instanceof Date ? value : new Date(String(value))
      case 'json':
        return typeof value === 'string' ? JSON.parse(value) : value
      default:
        return type satisfies never
    }
  },
  // The driver writes an array as one of PostgreSQL's own.
  oneOf: { condition: (position) => `= ANY($${position})`, encode: (values) => values },
}
