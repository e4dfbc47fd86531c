import type { Fields } from '../relational/record-store.js'
import type { KyselyDialect } from './dialect.js'

/** The columns of the contract that hold dates. */
const dateColumns: ReadonlySet<string> = new Set(['emailVerified', 'expires'])

/** The values as the database's driver takes them: SQLite has neither dates nor booleans. */
export function toStored(fields: Fields, dialect: KyselyDialect): Fields {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [name, storedValue(name, value, dialect)]))
}

/** The values of a row as they were before {@link toStored}. */
export function fromStored(row: Fields, dialect: KyselyDialect): Fields {
  const entries = Object.entries(row)
  return Object.fromEntries(entries.map(([name, value]) => [name, readValue(name, value, dialect)]))
}

function storedValue(name: string, value: unknown, dialect: KyselyDialect): unknown {
  // A driver would write an array as one of the database's own.
  if (name === 'authorization_details' && value !== null) return JSON.stringify(value)
  if (dialect !== 'sqlite') return value
  if (value instanceof Date) return value.getTime()
  return typeof value === 'boolean' ? Number(value) : value
}

function readValue(name: string, value: unknown, dialect: KyselyDialect): unknown {
  if (name === 'authorization_details' && typeof value === 'string') return JSON.parse(value)
  return dialect === 'sqlite' && dateColumns.has(name) && value !== null ? new Date(Number(value)) : value
}
