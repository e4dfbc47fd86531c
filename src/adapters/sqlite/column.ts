import { AdapterError } from '../../errors.js'
import type { SqliteValue } from './client.js'

/** How values are stored. A `date` is an integer of milliseconds since 1970, a `boolean` is 0 or 1, `json` is text. */
export type ColumnType = 'text' | 'integer' | 'real' | 'boolean' | 'date' | 'json'

/** The columns of a table, by name. */
export type Columns = Readonly<Record<string, ColumnType>>

/** The name of the type in SQL. */
export const sqlType: Readonly<Record<ColumnType, string>> = {
  text: 'TEXT',
  integer: 'INTEGER',
  real: 'REAL',
  boolean: 'INTEGER',
  date: 'INTEGER',
  json: 'TEXT',
}

/**
 * What is stored for a value; `undefined` and `null` are NULL.
 *
 * @throws {AdapterError} If the value is not of the column's type, or text that SQLite would not give back as it was.
 */
export function encode(column: string, type: ColumnType, value: unknown): SqliteValue {
  if (value === undefined || value === null) return null
  const encoded = encodeAs(type, value)
  if (encoded === undefined) {
    throw new AdapterError(`"${column}" cannot be stored: it must be ${expectation[type]}.`)
  }
  return encoded
}

/** The value of a column as it was before {@link encode}. */
export function decode(type: ColumnType, value: unknown): unknown {
  if (value === undefined || value === null) return null
  switch (type) {
    case 'text':
      return value
    // A client may be set to give integers as bigint or as text.
    case 'integer':
    case 'real':
      return Number(value)
    case 'boolean':
      return Number(value) === 1
    case 'date':
      return new Date(Number(value))
    case 'json':
      return JSON.parse(String(value))
    default:
      return type satisfies never
  }
}

const expectation: Readonly<Record<ColumnType, string>> = {
  text: 'a string of valid Unicode without U+0000',
  integer: 'an integer',
  real: 'a finite number',
  boolean: 'true or false',
  date: 'a valid Date',
  json: 'a value that JSON can hold',
}

function encodeAs(type: ColumnType, value: unknown): SqliteValue | undefined {
  switch (type) {
    case 'text':
      return typeof value === 'string' && isStorable(value) ? value : undefined
    case 'integer':
      return Number.isSafeInteger(value) ? (value as number) : undefined
    case 'real':
      return Number.isFinite(value) ? (value as number) : undefined
    case 'boolean':
      return typeof value === 'boolean' ? Number(value) : undefined
    case 'date':
      return value instanceof Date && !Number.isNaN(value.getTime()) ? value.getTime() : undefined
    case 'json':
      return JSON.stringify(value)
    default:
      return type satisfies never
  }
}

// Drivers cut text at U+0000 and replace half a surrogate pair, so two identifiers of a provider
// could become one.
function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text)
}
