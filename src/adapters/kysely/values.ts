import { requireDate } from '../relational/dates.js'
import type { Fields } from '../relational/record-store.js'
import type { KyselyDialect } from './dialect.js'

/** The columns whose values are converted to a `Date` here. `../relational/rows.ts` converts the other dates. */
const dateColumns: ReadonlySet<string> = new Set(['emailVerified', 'expires'])

/** Converts values to a form that the driver accepts: SQLite has neither dates nor booleans. */
export function toStored(fields: Fields, dialect: KyselyDialect): Fields {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [name, storedValue(name, value, dialect)]))
}

/** Reverses {@link toStored} for a row. */
export function fromStored(row: Fields, dialect: KyselyDialect): Fields {
  const entries = Object.entries(row)
  return Object.fromEntries(entries.map(([name, value]) => [name, readValue(name, value, dialect)]))
}

function storedValue(name: string, value: unknown, dialect: KyselyDialect): unknown {
  // The driver would write a JavaScript array as an array of the database. The column contains JSON.
  if (name === 'authorization_details' && value !== null) return JSON.stringify(value)
  if (dialect !== 'sqlite') return value
  if (value instanceof Date) return value.getTime()
  return typeof value === 'boolean' ? Number(value) : value
}

function readValue(name: string, value: unknown, dialect: KyselyDialect): unknown {
  if (name === 'authorization_details' && typeof value === 'string') return JSON.parse(value)
  if (!dateColumns.has(name) || value === null) return value
  return dialect === 'sqlite' ? new Date(Number(value)) : requireDate(name, value)
}
