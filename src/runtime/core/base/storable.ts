import { unicodePattern } from './unicode.js'

/**
 * Removes NUL and lone surrogates from strings, also in arrays and plain objects. Some databases reject these
 * characters.
 */
export function storable<Value>(value: Value): Value {
  return cleaned(value, unicodePattern('[\\0\\p{Cs}]', 'gu')) as Value
}

function cleaned(value: unknown, rejected: RegExp): unknown {
  if (typeof value === 'string') return value.replaceAll(rejected, '')
  if (Array.isArray(value)) return value.map((each) => cleaned(each, rejected))
  if (!isPlainObject(value)) return value
  const members = Object.entries(value)
  return Object.fromEntries(
    members.map(([name, member]) => [name.replaceAll(rejected, ''), cleaned(member, rejected)]),
  )
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
