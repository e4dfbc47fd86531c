/** Parses JSON without members named `__proto__`: code that copies members could set a prototype. */
export function parseJson(text: string): unknown {
  return JSON.parse(text, (name, value: unknown) => (name === '__proto__' ? undefined : value))
}

/**
 * Converts a value to JSON and back: a `Date` becomes a string, and values without a JSON form are left out.
 * Throws a `TypeError` for values that JSON cannot represent, such as a `bigint`.
 */
export function throughJson<Value>(value: Value): Value {
  const text: string | undefined = JSON.stringify(value)
  return text === undefined ? value : JSON.parse(text)
}
