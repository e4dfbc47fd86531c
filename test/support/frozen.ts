/** The same value, which nothing can change any more: an attempt throws. Objects of a class are left alone. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== Array.prototype) return value
  for (const member of Object.values(value)) frozen(member)
  return Object.freeze(value)
}
