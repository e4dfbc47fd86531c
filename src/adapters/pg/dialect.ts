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
  // The parsers of the driver can be set for a pool, or for the whole process, so nothing is taken for granted.
  decode(type, value) {
    switch (type) {
      case 'text':
        return typeof value === 'string' ? value : undefined
      case 'integer':
      case 'real':
        // PostgreSQL stores NaN.
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
  // The driver writes an array as one of PostgreSQL's own.
  oneOf: { condition: (position) => `= ANY($${position})`, encode: (values) => values },
}

/** What drivers and their parsers make of a boolean. */
const booleans: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...[true, 't', 'true', 1].map((value) => [value, true] as const),
  ...[false, 'f', 'false', 0].map((value) => [value, false] as const),
])

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Date and time as PostgreSQL and ISO 8601 write them, with the offset from UTC. */
const TIMESTAMP = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d(?::?\d\d)?)$/

/** A `Date`, a string, or an object of a library for dates. A number may count seconds or milliseconds, so it is none. */
function dateOf(value: unknown): Date | undefined {
  const date =
    typeof value === 'string'
      ? parsed(value)
      : new Date(typeof value === 'object' ? millisecondsOf(value) : Number.NaN)
  return date && Number.isNaN(date.getTime()) ? undefined : date
}

function millisecondsOf(value: object | null): number {
  const { epochMilliseconds } = Object(value) as { epochMilliseconds?: unknown }
  return Number(epochMilliseconds ?? value)
}

function parsed(text: string): Date | undefined {
  const [, day, time, offset = ''] = TIMESTAMP.exec(text) ?? []
  return day === undefined
    ? undefined
    : new Date(`${day}T${time}${/^[+-]\d\d$/.test(offset) ? `${offset}:00` : offset}`)
}
