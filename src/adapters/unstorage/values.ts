import { AdapterError } from '../../errors.js'
import type { Fields } from '../relational/record-store.js'

/*
 * Values as JSON. A date becomes `{ $date: <milliseconds since 1970> }`. An object with a member `$date` or `$object`
 * becomes `{ $object: <the object> }`, so that it is not read as a date.
 */

export function toJson(fields: Fields): Record<string, unknown> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [name, encode(value)]))
}

export function fromJson(item: object): Fields {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, decode(value)]))
}

function encode(value: unknown): unknown {
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime()))
      throw new AdapterError('An invalid Date cannot be stored. Pass a valid one.')
    return { $date: value.getTime() }
  }
  if (Array.isArray(value)) return value.map(encode)
  if (!isPlainObject(value)) return value
  const object = toJson(value)
  return '$date' in object || '$object' in object ? { $object: object } : object
}

function decode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decode)
  if (!isPlainObject(value)) return value
  if ('$date' in value) return new Date(Number(value['$date']))
  const { $object: object } = value
  return fromJson(isPlainObject(object) ? object : value)
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
