import { AdapterError } from '../../errors.js'
import { numberOf } from './numbers.js'

const TIMESTAMP = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d(?::?\d\d)?)$/

/**
 * Returns the date in a value, or `undefined`. Refuses strings without an offset, whose time zone is unknown, and
 * numbers, which may be seconds or milliseconds.
 */
export function dateOf(value: unknown): Date | undefined {
  const milliseconds = typeof value === 'string' ? parseTimestamp(value) : millisecondsOf(value)
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds)
}

export function dateFromMilliseconds(value: unknown): Date | undefined {
  const date = new Date(numberOf(value) ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? undefined : date
}

export function requireDate(name: string, value: unknown): Date {
  const date = dateOf(value)
  if (date) return date
  const found = typeof value === 'string' ? 'text that is not in ISO 8601 with an offset from UTC' : 'no date'
  throw new AdapterError(
    `The driver returned ${found} for "${name}". Remove the option or parser that changes dates, such as \`dateStrings\` of mysql2. In PostgreSQL, set DateStyle to ISO.`,
  )
}

/**
 * `Instant` and `ZonedDateTime` of Temporal have the member `epochMilliseconds`. Objects of other libraries convert
 * to a number.
 */
function millisecondsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return Number.NaN
  const { epochMilliseconds } = value as { epochMilliseconds?: unknown }
  try {
    return Number(epochMilliseconds ?? value)
  } catch {
    // Other objects of Temporal, such as `PlainDateTime`, throw when they are converted.
    return Number.NaN
  }
}

function parseTimestamp(text: string): number {
  const [, day, time, offset = ''] = TIMESTAMP.exec(text) ?? []
  if (day === undefined) return Number.NaN
  // PostgreSQL omits the minutes of an offset if they are 0. `Date.parse` requires them.
  const fullOffset = /^[+-]\d\d$/.test(offset) ? `${offset}:00` : offset
  return Date.parse(`${day}T${time}${fullOffset}`)
}
