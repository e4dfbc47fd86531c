import type { Fields } from '../relational/record-store.js'

/** The fields as JSON can hold them: a date becomes an object that says so. */
export function toJson(fields: Fields): Record<string, unknown> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value instanceof Date ? { $date: value.getTime() } : value]),
  )
}

/** The fields as they were before {@link toJson}. */
export function fromJson(item: object): Fields {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, dateOr(value)]))
}

function dateOr(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$date' in value)) return value
  return new Date(Number(value.$date))
}
