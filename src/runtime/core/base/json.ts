/**
 * Parses JSON without members named `__proto__`. Copying such a member to another object could change the
 * prototype of that object.
 */
export function parseJson(text: string): unknown {
  return JSON.parse(text, (name, value: unknown) => (name === '__proto__' ? undefined : value))
}

/**
 * Converts a value to JSON and back. A `Date` becomes a string. Members that are `undefined`, functions or
 * symbols are left out. If `value` itself is `undefined`, a function or a symbol, it is returned unchanged.
 * Throws a `TypeError` for a `bigint` or a circular reference.
 */
export function throughJson<Value>(value: Value): Value {
  const text: string | undefined = JSON.stringify(value)
  return text === undefined ? value : JSON.parse(text)
}
