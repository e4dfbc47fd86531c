/**
 * Whether a string contains a control character: Unicode's category `Cc`, U+0000–U+001F and U+007F–U+009F.
 * It is written as a range, for the reason that `unicodePattern` explains.
 */
export function hasControlCharacter(text: string): boolean {
  return /[^ -~\xa0-\uffff]/.test(text)
}

/**
 * A pattern with Unicode properties. It is not a literal: when V8 parses such a literal, it lists all
 * characters of the properties. That took a fifth of the load time of a bundle.
 */
export function unicodePattern(source: string, flags: 'u' | 'gu' = 'u'): RegExp {
  return new RegExp(source, flags)
}

/**
 * Removes characters that some databases reject from all strings of a value: NUL and lone surrogates. Strings in
 * arrays and plain objects are included, and the names of members. Other values, such as dates, are unchanged.
 */
export function storable<Value>(value: Value): Value {
  return cleaned(value, unicodePattern('[\\0\\p{Cs}]', 'gu')) as Value
}

function cleaned(value: unknown, refused: RegExp): unknown {
  if (typeof value === 'string') return value.replaceAll(refused, '')
  if (Array.isArray(value)) return value.map((each) => cleaned(each, refused))
  if (!isPlainObject(value)) return value
  const members = Object.entries(value)
  return Object.fromEntries(
    members.map(([name, member]) => [name.replaceAll(refused, ''), cleaned(member, refused)]),
  )
}

/** Objects with a class, such as dates, are excluded. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
