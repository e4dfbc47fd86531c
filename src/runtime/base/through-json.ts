/**
 * A value as it comes back from JSON: a `Date` is a string, what JSON does not have is left out. Throws a `TypeError` for
 * what JSON cannot write, such as a `bigint`.
 */
export function throughJson<Value>(value: Value): Value {
  const text: string | undefined = JSON.stringify(value)
  return text === undefined ? value : JSON.parse(text)
}
