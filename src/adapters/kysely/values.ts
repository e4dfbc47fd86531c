import { AdapterError } from '../../errors.js'
import { dateFromMilliseconds, requireDate } from '../relational/dates.js'
import type { Fields, TableName } from '../relational/record-store.js'
import { metadataColumns } from '../relational/session-metadata.js'
import { requiredColumns } from '../relational/table-columns.js'
import { jsonOf } from '../sql/json.js'
import type { KyselyDialect } from './dialect.js'

/** Converts fields to stored values. SQLite has no types for dates and booleans, so they are stored as numbers. */
export function toStored(table: TableName, fields: Fields, dialect: KyselyDialect): Fields {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [name, storedValue(table, name, value, dialect)]))
}

export function fromStored(table: TableName, row: Fields, dialect: KyselyDialect): Fields {
  const entries = Object.entries(row)
  return Object.fromEntries(entries.map(([name, value]) => [name, readValue(table, name, value, dialect)]))
}

function storedValue(table: TableName, name: string, value: unknown, dialect: KyselyDialect): unknown {
  // The column contains JSON. The driver would write a JavaScript array as an array of the database.
  if (isJson(table, name) && value !== null) return JSON.stringify(value)
  if (dialect !== 'sqlite') return value
  if (value instanceof Date) return value.getTime()
  return typeof value === 'boolean' ? Number(value) : value
}

function readValue(table: TableName, name: string, value: unknown, dialect: KyselyDialect): unknown {
  if (value === null) return null
  if (isJson(table, name) && typeof value === 'string') return requireJson(name, value)
  if (isDate(table, name))
    return dialect === 'sqlite' ? requireMilliseconds(name, value) : requireDate(name, value)
  // The application may have its own column with this name, whose values need not be dates.
  if (dialect === 'sqlite' && table === 'sessions' && metadataDates.has(name)) {
    return dateFromMilliseconds(value) ?? value
  }
  return value
}

function requireMilliseconds(name: string, value: unknown): Date {
  const date = dateFromMilliseconds(value)
  if (date) return date
  throw new AdapterError(`The column "${name}" contains no date. Store dates as milliseconds since 1970.`)
}

function requireJson(name: string, text: string): unknown {
  const value = jsonOf(text)
  if (value === undefined) throw new AdapterError(`The column "${name}" contains no valid JSON.`)
  return value
}

function isJson(table: TableName, name: string): boolean {
  return table === 'accounts' && name === 'authorization_details'
}

function isDate(table: TableName, name: string): boolean {
  return requiredColumns[table].some(([column, kind]) => column === name && kind.startsWith('date'))
}

const metadataDates: ReadonlySet<string> = new Set(
  metadataColumns.filter(([, kind]) => kind === 'date').map(([name]) => name),
)
