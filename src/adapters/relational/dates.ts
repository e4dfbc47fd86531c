import { AdapterError } from '../../errors.js'

/** Date and time as PostgreSQL and ISO 8601 write them, with the offset from UTC. */
const TIMESTAMP = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d(?::?\d\d)?)$/

/**
 * Parses a date from a driver: a `Date`, a string with a UTC offset, or an object of a date library. Returns
 * `undefined` for anything else. A string without an offset has an unknown time zone, and a number may be in
 * seconds or milliseconds.
 */
export function dateOf(value: unknown): Date | undefined {
  const date =
    typeof value === 'string'
      ? parsed(value)
      : new Date(typeof value === 'object' ? millisecondsOf(value) : Number.NaN)
  return date && Number.isNaN(date.getTime()) ? undefined : date
}

/** Returns the date in a column. Throws `AdapterError` if there is no valid date. */
export function requireDate(name: string, value: unknown): Date {
  const date = value === null ? undefined : dateOf(value)
  if (date) return date
  const found = typeof value === 'string' ? 'text without an offset from UTC' : 'no date'
  throw new AdapterError(
    `The driver returned ${found} for "${name}". Remove the option or parser that changes dates, such as \`dateStrings\` of mysql2. In PostgreSQL, set DateStyle to ISO.`,
  )
}

function millisecondsOf(value: object | null): number {
  if (value === null) return Number.NaN
  const { epochMilliseconds } = value as { epochMilliseconds?: unknown }
  return Number(epochMilliseconds ?? value)
}

function parsed(text: string): Date | undefined {
  const [, day, time, offset = ''] = TIMESTAMP.exec(text) ?? []
  return day === undefined
    ? undefined
    : new Date(`${day}T${time}${/^[+-]\d\d$/.test(offset) ? `${offset}:00` : offset}`)
}
