/**
 * Parses JSON without members named `__proto__`. Such a member could change the prototype of an object to
 * which it is copied.
 */
export function parseJson(text: string): unknown {
  return JSON.parse(text, (name, value: unknown) => (name === '__proto__' ? undefined : value))
}

/** Converts a value to JSON and back: a `Date`, for example, becomes a string. */
export function throughJson<Value>(value: Value): Value {
  const text: string | undefined = JSON.stringify(value)
  return text === undefined ? value : JSON.parse(text)
}
