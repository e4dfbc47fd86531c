import { AdapterError } from '../../errors.js'
import { isStorable } from '../relational/storable-text.js'

export type ColumnType = 'text' | 'integer' | 'real' | 'boolean' | 'date' | 'json'

export type Columns = Readonly<Record<string, ColumnType>>

const expectation: Readonly<Record<ColumnType, string>> = {
  text: 'a string of valid Unicode without U+0000',
  integer: 'an integer',
  real: 'a finite number',
  boolean: 'true or false',
  date: 'a valid Date',
  json: 'a value that can be written as JSON',
}

export function requireType(column: string, type: ColumnType, value: unknown): void {
  const expected = typeProblem(type, value)
  if (expected) throw new AdapterError(`The value of "${column}" cannot be stored: it must be ${expected}.`)
}

export function typeProblem(type: ColumnType, value: unknown): string | undefined {
  return isOfType(type, value) ? undefined : expectation[type]
}

function isOfType(type: ColumnType, value: unknown): boolean {
  switch (type) {
    case 'text':
      return typeof value === 'string' && isStorable(value)
    case 'integer':
      return Number.isSafeInteger(value)
    case 'real':
      return Number.isFinite(value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'date':
      return value instanceof Date && !Number.isNaN(value.getTime())
    case 'json':
      return isJson(value)
    default:
      return type satisfies never
  }
}

/** Whether a value can be written as JSON. `JSON.stringify` throws for a `bigint` and for a value that contains itself. */
function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}
