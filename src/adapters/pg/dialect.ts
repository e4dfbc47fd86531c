import { dateOf } from '../relational/dates.js'
import type { ColumnType } from '../sql/column.js'
import type { SqlDialect } from '../sql/dialect.js'
import { jsonOf } from '../sql/json.js'

export const sqlType: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  integer: 'bigint',
  real: 'double precision',
  boolean: 'boolean',
  // Milliseconds, as in a JavaScript `Date`.
  date: 'timestamptz(3)',
  json: 'jsonb',
}

export const pgDialect: SqlDialect<unknown> = {
  placeholder: (position) => `$${position}`,
  // Processes that delete expired rows at the same time do not wait for each other's row locks.
  skipLocked: ' FOR UPDATE SKIP LOCKED',
  notAfterNow: (placeholder) => `LEAST(${placeholder}::timestamptz, now())`,
  // The driver would write a JavaScript array as a PostgreSQL array.
  encode: (type, value) => (type === 'json' ? JSON.stringify(value) : value),
  // An application can replace the parsers of the driver, for a pool or for the whole process, so `value` can
  // have any type.
  decode(type, value) {
    switch (type) {
      case 'text':
        return typeof value === 'string' ? value : undefined
      case 'integer':
      case 'real':
        // PostgreSQL can store NaN, and drivers then return the number NaN, which is accepted.
        return typeof value !== 'number' && Number.isNaN(Number(value)) ? undefined : Number(value)
      case 'boolean':
        return booleans.get(value)
      case 'date':
        return dateOf(value)
      case 'json':
        return typeof value === 'string' ? jsonOf(value) : value
      default:
        return type satisfies never
    }
  },
  oneOf: { condition: (position) => `= ANY($${position})`, encode: (values) => values },
}

const booleans: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...[true, 't', 'true', 1].map((value) => [value, true] as const),
  ...[false, 'f', 'false', 0].map((value) => [value, false] as const),
])
